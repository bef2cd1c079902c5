/** Rows of cells as lines of text. The columns that are named hold numbers and stand to the right. */
export function inColumns(rows: readonly (readonly string[])[], numbers: readonly number[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [column, cell] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, cell.length);
  }
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        // What is last may be a long note.
        if (column === row.length - 1) return cell;
        return numbers.includes(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
}
