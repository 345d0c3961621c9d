/** A release number: three numbers, and whether it is one before the release. */
export interface Release {
  readonly numbers: readonly [number, number, number];
  readonly isPreview: boolean;
}

/** `1.2.3`, `1.2.3-alpha.1`; anything else is no release number. */
export function parseRelease(text: string): Release | undefined {
  const [, major, minor, patch, preview] = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/.exec(text) ?? [];
  if (major === undefined || minor === undefined || patch === undefined) return undefined;
  return { numbers: [Number(major), Number(minor), Number(patch)], isPreview: preview !== undefined };
}

/** Whether a release is at least another one. A preview comes before its release: what it lacks is not known. */
export function isAtLeast(release: Release, minimum: Release): boolean {
  const index = release.numbers.findIndex((number, position) => number !== minimum.numbers[position]);
  if (index !== -1) return (release.numbers[index] ?? 0) > (minimum.numbers[index] ?? 0);
  return !release.isPreview || minimum.isPreview;
}
