import { parseTOML } from 'toml-eslint-parser';
import { describe, expect, it } from 'vitest';
import { findMarkers } from '../../src/native/markers.js';

function markersOf(text: string) {
  const { blocks, lonely } = findMarkers(text, parseTOML(text, { tomlVersion: '1.1.0' }).comments.map((comment) => comment.range));
  return { blocks: blocks.map((range) => text.slice(...range)), lonely: lonely.map((range) => text.slice(...range)) };
}

describe('blocks of other tools', () => {
  it.each([
    ['# BEGIN ANSIBLE MANAGED BLOCK\na = 1\n# END ANSIBLE MANAGED BLOCK\n'],
    ['# begin fleet\na = 1\n# end fleet\n'],
    ['# --- BEGIN fleet (do not edit) ---\na = 1\n# --- END fleet ---\n'],
    ['# >>> conda initialize >>>\na = 1\n# <<< conda initialize <<<\n'],
    ['# fleet:start\na = 1\n# fleet:end\n'],
    ['# Fleet sync BEGIN\na = 1\n# Fleet sync END\n'],
    ['# BEGIN\na = 1\n# END\n'],
    ['# BEGIN fleet v2, made by hand\na = 1\n# END fleet\n'],
    ['  # BEGIN fleet\na = 1\n# BEGIN inner\n# END inner\n  # END fleet\n'],
    ['# BEGIN fleet\r\na = 1\r\n# END fleet\r\n'],
    ['# BEGIN fleet\n# END fleet'],
  ])('are found whole: %j', (text) => {
    expect(markersOf(text)).toEqual({ blocks: [text], lonely: [] });
  });

  it('are told apart', () => {
    expect(markersOf('# BEGIN a\n# END a\nx = 1\n# BEGIN b\n# END b\n').blocks).toEqual(['# BEGIN a\n# END a\n', '# BEGIN b\n# END b\n']);
  });

  it.each([
    ['# BEGIN fleet\na = 1\n', '# BEGIN fleet'],
    ['a = 1\n# END fleet\n', '# END fleet'],
    ['# BEGIN fleet\na = 1\n# END other\n', '# END other'],
    ['# >>> fleet >>>\na = 1\n', '# >>> fleet >>>'],
    ['# start of the generated part\na = 1\n', '# start of the generated part'],
  ])('without a partner are broken: %j', (text, lonely) => {
    expect(markersOf(text).lonely).toContain(lonely);
  });

  it.each(['# begin with the wiki\na = 1\n', '# the end\n', '# END OF FILE\n', '# -- end of file, keep this line --\n', 'a = 1 # BEGIN fleet\n', 'a = """\n# BEGIN fleet\n"""\n', '# start here\n# stop there\n', '# beginning\n# ending\n'])('are not seen in prose, beside values or in strings: %j', (text) => {
    expect(markersOf(text)).toEqual({ blocks: [], lonely: [] });
  });
});
