import { describe, expect, it } from 'vitest';
import type { ClientOption } from '../../src/driver.js';
import { readClientWords } from '../../src/launch/client-words.js';

const options: readonly ClientOption[] = [
  { names: ['--yolo', '-y'], takes: 'nothing', voids: 'runs everything' },
  { names: ['--feature'], takes: 'value', unexamined: 'changes something' },
  { names: ['--model', '-m'], takes: 'value' },
  { names: ['--config', '-c'], takes: 'value' },
  { names: ['--image', '-i'], takes: 'values' },
  { names: ['--resume'], takes: 'optional' },
  { names: ['--debug', '-d'], takes: 'nothing' },
];

const read = (...args: readonly string[]) => readClientWords(args, { options });
const words = (...args: readonly string[]) => read(...args).words.map(({ option, text, values }) => [option === undefined ? 'word' : text, ...(option === undefined ? [text] : values)]);
const findings = (...args: readonly string[]) => read(...args).findings.map(({ kind, name }) => `${kind} ${name}`);

describe('the arguments of a client', () => {
  it.each([
    [['--model', 'x', 'go'], [['--model', 'x'], ['word', 'go']]],
    [['--model=x=y', 'go'], [['--model', 'x=y'], ['word', 'go']]],
    [['-mx', 'go'], [['-m', 'x'], ['word', 'go']]],
    [['-m=x', 'go'], [['-m', 'x'], ['word', 'go']]],
    [['-dm', 'x'], [['-d'], ['-m', 'x']]],
    [['-i', 'a', 'b', '-d', 'go'], [['-i', 'a', 'b'], ['-d'], ['word', 'go']]],
    [['--resume', '--debug'], [['--resume'], ['--debug']]],
    [['--resume', 'id'], [['--resume', 'id']]],
    [['-', 'go'], [['word', '-'], ['word', 'go']]],
    [['--', '--yolo', '-y'], [['word', '--yolo'], ['word', '-y']]],
    [['--config', ''], [['--config', '']]],
  ])('%j are %j', (args, expected) => {
    expect(words(...args)).toEqual(expected);
    expect(findings(...args)).toEqual([]);
  });

  it.each([
    [['--yolo'], ['void --yolo']],
    [['go', '-y'], ['void -y']],
    [['-dy'], ['void -y']],
    [['--yolo=true'], ['void --yolo']],
    [['--feature', 'x'], ['unexamined --feature']],
    [['--unknown'], ['unexamined --unknown']],
    [['--unknown=--yolo'], ['unexamined --unknown']],
    [['-x'], ['unexamined -x']],
    [['-dxy'], ['unexamined -x']],
    [['--YOLO'], ['unexamined --YOLO']],
    [['—yolo'], []],
  ])('%j hold %j', (args, expected) => {
    expect(findings(...args)).toEqual(expected);
  });

  it.each(['--model', '-m', '--config', '--resume', '--image', '--unknown'])('nothing that voids hides behind %s', (option) => {
    expect(findings(option, '--yolo')).toContain('void --yolo');
    expect(findings(option, '-y')).toContain('void -y');
  });

  it.each([
    [['-my'], ['void -y'], [['-m'], ['-y']]],
    [['-md', 'go'], [], [['-m'], ['-d'], ['word', 'go']]],
    [['-dm', 'x'], [], [['-d'], ['-m', 'x']]],
    [['-m=y'], [], [['-m', 'y']]],
    [['-m/y'], [], [['-m', '/y']]],
    [['-m5'], ['unexamined -5'], [['-m']]],
  ])('where letters are options of their own, %j hold %j', (args, expected, split) => {
    const { findings: found, words: said } = readClientWords(args, { options, shortsCluster: true });
    expect(found.map(({ kind, name }) => `${kind} ${name}`)).toEqual(expected);
    expect(said.map(({ option, text, values }) => [option === undefined ? 'word' : text, ...(option === undefined ? [text] : values)])).toEqual(split);
  });

  it('a value of the user is in no finding', () => {
    const { findings: found } = read('--feature=PLANTED', '--secret-thing=PLANTED', '-xPLANTED');
    expect(JSON.stringify(found)).not.toContain('PLANTED');
  });
});
