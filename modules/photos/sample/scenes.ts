import { HEIGHT, WIDTH, type Colour, type Painter } from './painter.ts'

const steel: Colour = [168, 174, 180]
const shadow: Colour = [52, 54, 56]
const concrete: Colour = [172, 167, 158]

function wall(paint: Painter, top: Colour, bottom: Colour) {
  paint.rectangle(0, 0, WIDTH, HEIGHT, top, bottom)
  paint.patches(0, 0, WIDTH, HEIGHT, 12, 0.025)
}

/** A panel with its door open, breakers in two rows, and conduits from above. */
function panel(paint: Painter) {
  wall(paint, [196, 192, 184], [150, 146, 138])
  for (const x of [285, 325, 365, 405]) paint.pipe(x, 0, 110, 22, steel, true)
  paint.rectangle(262, 112, 200, 330, shadow)
  paint.rectangle(252, 102, 200, 330, [120, 126, 132], [98, 104, 110])
  paint.rectangle(272, 122, 160, 290, [38, 40, 43])
  for (let row = 0; row < 12; row++)
    for (const x of [288, 356]) {
      paint.rectangle(x, 138 + row * 22, 60, 18, [20, 21, 23])
      paint.rectangle(x + 24, 143 + row * 22, 12, 8, row === 7 && x === 356 ? [214, 84, 40] : [206, 208, 210])
    }
  // The door stands open to the right.
  paint.shape(
    [
      [452, 102],
      [560, 72],
      [560, 470],
      [452, 432],
    ],
    [136, 142, 148],
    [104, 110, 116],
  )
  paint.rectangle(480, 180, 56, 74, [238, 236, 228])
  for (let line = 0; line < 6; line++) paint.rectangle(486, 190 + line * 10, 42, 2, [120, 122, 124])
}

/** A trench between banks of soil, with conduits laid in it. */
function trench(paint: Painter) {
  paint.rectangle(0, 0, WIDTH, 130, [168, 192, 214], [214, 222, 226])
  paint.rectangle(0, 118, WIDTH, HEIGHT - 118, [150, 122, 88], [112, 88, 62])
  paint.patches(0, 118, WIDTH, HEIGHT - 118, 9, 0.09)
  paint.shape(
    [
      [330, 130],
      [390, 130],
      [590, HEIGHT],
      [130, HEIGHT],
    ],
    [84, 66, 48],
    [58, 44, 32],
  )
  for (const [at, colour] of [
    [0, [196, 60, 48]],
    [1, [168, 172, 176]],
    [2, [168, 172, 176]],
    [3, [196, 60, 48]],
  ] as [number, Colour][]) {
    const [near, far] = [205 + at * 88, 344 + at * 9]
    paint.shape(
      [
        [far, 132],
        [far + 6, 132],
        [near + 52, HEIGHT],
        [near, HEIGHT],
      ],
      colour,
      [colour[0] * 0.85, colour[1] * 0.85, colour[2] * 0.85],
    )
    paint.shape(
      [
        [far + 1, 132],
        [far + 3, 132],
        [near + 22, HEIGHT],
        [near + 10, HEIGHT],
      ],
      [Math.min(255, colour[0] + 45), Math.min(255, colour[1] + 45), Math.min(255, colour[2] + 45)],
    )
  }
}

/** Conduits on a rack below a slab. */
function rack(paint: Painter) {
  paint.rectangle(0, 0, WIDTH, 250, [112, 110, 106], [142, 139, 133])
  paint.patches(0, 0, WIDTH, 250, 14, 0.04)
  paint.rectangle(0, 250, WIDTH, HEIGHT - 250, [206, 203, 196], [184, 180, 172])
  for (const x of [130, 560]) {
    paint.pipe(x, 60, 190, 6, [150, 152, 154], true)
    paint.pipe(x + 70, 60, 190, 6, [150, 152, 154], true)
  }
  for (let at = 0; at < 5; at++) paint.pipe(0, 142 + at * 27, WIDTH, 20 - at, steel)
  for (const x of [112, 542]) paint.rectangle(x, 254, 110, 14, [96, 102, 108], [70, 76, 82])
  for (const [x, y] of [
    [250, 142],
    [420, 169],
    [330, 196],
  ] as const)
    paint.rectangle(x, y - 2, 16, 24, [120, 126, 132], [92, 98, 104])
}

/** Gear on a pad in front of a building, with two bollards. */
function gear(paint: Painter) {
  paint.rectangle(0, 0, WIDTH, 372, [140, 176, 212], [214, 226, 232])
  paint.rectangle(0, 120, 210, 260, [186, 160, 132], [164, 138, 112])
  for (let row = 0; row < 9; row++) paint.rectangle(0, 120 + row * 28, 210, 2, [146, 120, 96])
  paint.rectangle(0, 372, WIDTH, HEIGHT - 372, concrete, [140, 136, 128])
  paint.patches(0, 372, WIDTH, HEIGHT - 372, 16, 0.03)
  paint.rectangle(262, 402, 350, 26, [120, 116, 110])
  for (let box = 0; box < 3; box++) {
    const x = 270 + box * 112
    paint.rectangle(x, 150, 108, 254, [92, 122, 104], [66, 92, 78])
    for (let louver = 0; louver < 6; louver++) paint.rectangle(x + 18, 178 + louver * 9, 72, 4, [48, 68, 58])
    paint.rectangle(x + 86, 280, 8, 34, [30, 34, 32])
  }
  paint.rectangle(302, 256, 48, 30, [240, 206, 40])
  for (const x of [214, 640]) {
    paint.pipe(x, 330, 130, 26, [232, 190, 36], true)
    paint.rectangle(x, 350, 26, 10, [40, 40, 40])
  }
}

/** Studs with a box and a cable before the wall is closed. */
function studs(paint: Painter) {
  paint.rectangle(0, 0, WIDTH, HEIGHT, [96, 92, 88], [70, 66, 62])
  for (const x of [60, 250, 440, 630]) {
    paint.rectangle(x - 7, 0, 7, HEIGHT, [44, 40, 36])
    paint.rectangle(x, 0, 46, HEIGHT, [214, 178, 128], [190, 152, 104])
    paint.rectangle(x + 18, 0, 3, HEIGHT, [196, 160, 112])
  }
  paint.rectangle(0, 464, WIDTH, 6, [60, 52, 44])
  paint.rectangle(0, 470, WIDTH, 48, [216, 180, 130], [186, 148, 100])
  paint.pipe(352, 0, 250, 10, [238, 212, 60], true)
  paint.pipe(160, 150, 290, 9, [238, 212, 60])
  paint.rectangle(300, 246, 116, 84, [30, 62, 120])
  paint.rectangle(308, 254, 100, 68, [46, 92, 170], [36, 76, 146])
  for (const x of [330, 356, 382]) paint.pipe(x, 268, 40, 7, [220, 120, 60], true)
}

/** A corridor with a ceiling grid and lights, towards a door. */
function corridor(paint: Painter) {
  const [left, right, top, bottom] = [290, 430, 210, 330]
  paint.shape(
    [
      [0, 0],
      [WIDTH, 0],
      [right, top],
      [left, top],
    ],
    [232, 232, 228],
    [206, 206, 202],
  )
  paint.shape(
    [
      [left, bottom],
      [right, bottom],
      [WIDTH, HEIGHT],
      [0, HEIGHT],
    ],
    [150, 144, 134],
    [186, 180, 168],
  )
  paint.shape(
    [
      [0, 0],
      [left, top],
      [left, bottom],
      [0, HEIGHT],
    ],
    [214, 210, 198],
    [186, 182, 170],
  )
  paint.shape(
    [
      [WIDTH, 0],
      [WIDTH, HEIGHT],
      [right, bottom],
      [right, top],
    ],
    [198, 194, 182],
    [172, 168, 156],
  )
  paint.rectangle(left, top, right - left, bottom - top, [176, 172, 162])
  paint.rectangle(334, 240, 54, 90, [96, 70, 48], [80, 58, 40])
  paint.rectangle(346, 222, 30, 12, [200, 40, 36])
  for (const [share, size] of [
    [0.12, 1],
    [0.45, 0.62],
    [0.7, 0.36],
  ] as const) {
    const y = share * top
    paint.shape(
      [
        [360 - 110 * size, y],
        [360 + 110 * size, y],
        [360 + 92 * size, y + 46 * size],
        [360 - 92 * size, y + 46 * size],
      ],
      [255, 255, 250],
      [248, 248, 240],
    )
  }
}

export const scenes = { panel, trench, rack, gear, studs, corridor }
export type Scene = keyof typeof scenes
