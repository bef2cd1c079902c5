/** What a route answers to say that nothing shall follow. */
export const END = "__end__";
