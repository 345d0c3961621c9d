import fc from 'fast-check';

/** 2,000 documents in every test run, the same ones each time; `MCPOLICY_FUZZ=100000` takes as many new ones. */
const wanted = process.env['MCPOLICY_FUZZ'];
export const runs = wanted === undefined ? 2000 : Number(wanted);
export const timeout = 60_000 + runs * 60;

/** Tries a property on seeds of documents. A failure names the seed and what went wrong. */
export async function forSeeds(faultOf: (seed: number) => Promise<string | undefined>, share = 1): Promise<void> {
  const seeds = fc.noShrink(fc.noBias(fc.nat({ max: 2 ** 31 - 1 })));
  const property = fc.asyncProperty(seeds, async (seed) => {
    const fault = await faultOf(seed);
    if (fault !== undefined) throw new Error(`seed ${String(seed)}: ${fault}`);
  });
  await fc.assert(property, { numRuns: Math.ceil(runs * share), endOnFailure: true, ...(wanted === undefined ? { seed: 1 } : {}) });
}
