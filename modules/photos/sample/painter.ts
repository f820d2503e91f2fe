export type Colour = readonly [red: number, green: number, blue: number]
type Corner = readonly [x: number, y: number]

export const WIDTH = 720
export const HEIGHT = 540

/** Paints flat and shaded shapes, enough for pictures of a building site. */
export function createPainter() {
  const pixels = new Uint8Array(WIDTH * HEIGHT * 3)
  const put = (x: number, y: number, [red, green, blue]: Colour, light = 1) => {
    const at = (y * WIDTH + x) * 3
    pixels[at] = Math.min(255, red * light)
    pixels[at + 1] = Math.min(255, green * light)
    pixels[at + 2] = Math.min(255, blue * light)
  }
  /** A convex shape, shaded from `colour` at its top to `below` at its bottom. */
  function shape(corners: readonly Corner[], colour: Colour, below: Colour = colour) {
    const ys = corners.map(([, y]) => y)
    const [top, bottom] = [Math.min(...ys), Math.max(...ys)]
    for (let y = Math.max(0, Math.ceil(top)); y < Math.min(HEIGHT, bottom); y++) {
      const crossings = corners.flatMap(([x1, y1], at) => {
        const [x2, y2] = corners[(at + 1) % corners.length] ?? [x1, y1]
        return y1 <= y !== y2 <= y ? [x1 + ((y - y1) / (y2 - y1)) * (x2 - x1)] : []
      })
      if (!crossings.length) continue
      // Shades in few steps, which look the same and take less room.
      const share = Math.round(((y - top) / (bottom - top || 1)) * 24) / 24
      const mixed = colour.map((value, at) => value + ((below[at] ?? value) - value) * share)
      const shade: Colour = [mixed[0] ?? 0, mixed[1] ?? 0, mixed[2] ?? 0]
      const [from, to] = [Math.max(0, Math.round(Math.min(...crossings))), Math.min(WIDTH, Math.max(...crossings))]
      for (let x = from; x < to; x++) put(x, y, shade)
    }
  }
  const rectangle = (x: number, y: number, width: number, height: number, colour: Colour, below?: Colour) =>
    shape(
      [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ],
      colour,
      below,
    )
  return {
    pixels,
    shape,
    rectangle,
    /** A pipe with light on it, across or upright. */
    pipe(x: number, y: number, length: number, thickness: number, colour: Colour, upright = false) {
      for (let at = 0; at < thickness; at++) {
        // Brightest a third from its edge, as round metal is.
        const light = 1.25 - Math.abs(at / thickness - 0.33) * 1.3
        const shade: Colour = [colour[0] * light, colour[1] * light, colour[2] * light]
        if (upright) rectangle(x + at, y, 1, length, shade)
        else rectangle(x, y + at, length, 1, shade)
      }
    },
    /** Patches of slightly other brightness, such as concrete, soil or plaster have. */
    patches(x: number, y: number, width: number, height: number, size: number, strength: number) {
      let seed = 7
      for (let top = y; top < y + height; top += size)
        for (let left = x; left < x + width; left += size) {
          seed = (seed * 1103515245 + 12345) % 2147483648
          const light = 1 + ((seed / 2147483648) * 2 - 1) * strength
          for (let row = top; row < Math.min(HEIGHT, top + size); row++)
            for (let column = left; column < Math.min(WIDTH, left + size); column++) {
              const at = (row * WIDTH + column) * 3
              put(column, row, [pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0], light)
            }
        }
    },
  }
}
export type Painter = ReturnType<typeof createPainter>
