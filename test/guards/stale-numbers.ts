const number = /\d+\.\d+/g;
const tolerance = 0.05;

/** The numbers of a written text that are far from those of the text as it should be; small changes do not count. */
export function staleNumbers(written: string, current: string): string[] {
  if (written.replaceAll(number, "N") !== current.replaceAll(number, "N"))
    return ["the text around the numbers differs"];
  const now = current.match(number) ?? [];
  return (written.match(number) ?? []).flatMap((old, index) => {
    const value = now[index] ?? old;
    return Math.abs(Number(old) - Number(value)) > tolerance * Number(value)
      ? [`${old} is ${value} now`]
      : [];
  });
}
