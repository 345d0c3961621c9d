import type { Report } from './report.js';

/** The formats that put a whole report on standard output, for programs; `text` goes to a person. */
export const machineFormats = ['json', 'github', 'sarif', 'junit'] as const;
export type MachineFormat = (typeof machineFormats)[number];

/** The report as the product of the run. Each format is loaded when it is asked for. */
export async function reportProduct(format: MachineFormat, report: Report): Promise<string> {
  return makers[format](report);
}

const makers: Readonly<Record<MachineFormat, (report: Report) => Promise<string>>> = {
  json: async (report) => (await import('./json.js')).reportJson(report.diagnostics, report.data),
  github: async (report) => (await import('./github.js')).reportGithub(report),
  sarif: async (report) => (await import('./sarif.js')).reportSarif(report),
  junit: async (report) => (await import('./junit.js')).reportJunit(report),
};
