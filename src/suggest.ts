import { distance } from 'fastest-levenshtein';

/** The known words that a misspelt one probably means, best first: at most three, none that differs in more than a third. */
function suggest(word: string, known: readonly string[]): readonly string[] {
  const limit = Math.max(2, Math.floor(word.length / 3));
  return known
    // Each character that one word has more is a difference, so the others need not be compared.
    .filter((candidate) => Math.abs(candidate.length - word.length) <= limit)
    .map((candidate) => ({ candidate, steps: distance(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ steps }) => steps <= limit)
    .sort((a, b) => a.steps - b.steps)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}

/** ` Did you mean "a" or "b"?`, or nothing. */
export function didYouMean(word: string, known: readonly string[]): string {
  const words = suggest(word, known).map((candidate) => JSON.stringify(candidate));
  return words.length === 0 ? '' : ` Did you mean ${words.join(' or ')}?`;
}
