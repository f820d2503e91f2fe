const arrows: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Where an arrow key moves to, as columns to the right and rows down; null for any other key. */
export const arrow = (key: string): readonly [right: number, down: number] | null => arrows[key] ?? null
