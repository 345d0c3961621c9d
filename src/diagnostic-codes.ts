import { attachCodes } from './codes/attach.js';
import { diffCodes } from './codes/diff.js';
import { driverCodes } from './codes/driver.js';
import { inspectCodes } from './codes/inspect.js';
import { launchCodes } from './codes/launch.js';
import { layerCodes } from './codes/layers.js';
import { nativeCodes } from './codes/native.js';
import { readCodes } from './codes/read.js';
import { specCodes } from './codes/spec.js';
import { usageCodes } from './codes/usage.js';

/**
 * The closed table of diagnostic codes, one file of `codes/` for each hundred. A code is never reused or renumbered.
 */
export const codes = { ...readCodes, ...specCodes, ...driverCodes, ...nativeCodes, ...diffCodes, ...layerCodes, ...launchCodes, ...attachCodes, ...inspectCodes, ...usageCodes } as const;
