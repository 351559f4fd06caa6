/** The name under which `functions/<id>.ts` exports its endpoint. */
export const exportOf = (id: string): string =>
  id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
