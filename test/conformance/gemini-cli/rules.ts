/** One rule as a policy file holds it, written by hand for controls. */
export function ruleText(mcpName: string, toolName: string, decision: 'allow' | 'ask_user' | 'deny', priority: number): string {
  return `[[rule]]\nmcpName = ${JSON.stringify(mcpName)}\ntoolName = ${JSON.stringify(toolName)}\ndecision = "${decision}"\npriority = ${String(priority)}\n`;
}
