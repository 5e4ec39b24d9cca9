/** The query of an address with other settings: values by key. */
export function queryWith(text, settings) {
  const query = new URLSearchParams(text);
  for (const [key, value] of Object.entries(settings)) query.set(key, String(value));
  return query.toString();
}
