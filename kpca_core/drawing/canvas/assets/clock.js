/** The clock of a browser; tests give another one. */
export const CLOCK = {
  now: () => performance.now(),
  setTimeout: (...all) => setTimeout(...all),
  clearTimeout: (id) => clearTimeout(id),
};
