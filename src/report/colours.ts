import { Chalk } from 'chalk';
import type { Paint } from './colour.js';

/** Sixteen colours, which every terminal has that has any. */
export const colours: Paint = new Chalk({ level: 1 });
