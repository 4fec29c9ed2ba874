/** Whether something is being written. Not where the focus is on a choice, which has a value, too. */
export function isWriting(): boolean {
  const { type = '', value } = (document.activeElement ?? {}) as Partial<HTMLInputElement>;
  return Boolean(value) && !/radio|checkbox|range|select/.test(type);
}
