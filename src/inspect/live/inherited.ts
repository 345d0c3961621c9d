/**
 * The variables that a server gets beside those of the spec: what the MCP SDK hands on by default
 * (modelcontextprotocol/typescript-sdk@1.32.2:src/client/stdio.ts, DEFAULT_INHERITED_ENV_VARS), and nothing else.
 */
const names = {
  windows: ['APPDATA', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATH', 'PROCESSOR_ARCHITECTURE', 'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'USERNAME', 'USERPROFILE', 'PROGRAMFILES'],
  others: ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'],
} as const;

/** Values that begin with `()` are functions of a shell, and are left out as the SDK does. */
export function inheritedVariables(env: Readonly<Record<string, string | undefined>>, platform: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    names[platform === 'win32' ? 'windows' : 'others'].flatMap((name) => {
      const value = env[name];
      return value === undefined || value.startsWith('()') ? [] : [[name, value] as const];
    }),
  );
}
