/**
 * The price of a model by its name; `undefined` where the list has none, also for names that every object has.
 *
 * @example
 * priceOf("gpt-4o", { "gpt-4o": { input: 2.5, output: 10 } }); // { input: 2.5, output: 10 }
 */
export function priceOf<Price>(
  name: string,
  prices: Readonly<Record<string, Price>> | undefined,
): Price | undefined {
  return prices && Object.hasOwn(prices, name) ? prices[name] : undefined;
}
