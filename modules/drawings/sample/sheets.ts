import { vectorPdf, words, type VectorPage } from './pdf.ts'

/** A sheet of the sample set. */
export interface SampleSheet {
  readonly number: string
  readonly title: readonly string[]
  readonly drawing: 'notes' | 'power' | 'lighting' | 'feeder' | 'one-line' | 'panels' | 'site' | 'floor'
}

const [WIDTH, HEIGHT] = [2592, 1728]
/** Where the title block begins. */
const BLOCK = 2190
const [BLACK, GREY, BLUE] = ['0.08 0.11 0.14 RG', '0.6 0.63 0.65 RG', '0.11 0.34 0.76 RG']
const n = (value: number) => Number(value.toFixed(1))
const line = (x1: number, y1: number, x2: number, y2: number) => `${n(x1)} ${n(y1)} m ${n(x2)} ${n(y2)} l S`
const frame = (x: number, y: number, w: number, h: number) => `${n(x)} ${n(y)} ${n(w)} ${n(h)} re S`

function circle(x: number, y: number, r: number): string {
  const k = r * 0.5523
  return `${n(x + r)} ${n(y)} m ${n(x + r)} ${n(y + k)} ${n(x + k)} ${n(y + r)} ${n(x)} ${n(y + r)} c ${n(x - k)} ${n(y + r)} ${n(x - r)} ${n(y + k)} ${n(x - r)} ${n(y)} c ${n(x - r)} ${n(y - k)} ${n(x - k)} ${n(y - r)} ${n(x)} ${n(y - r)} c ${n(x + k)} ${n(y - r)} ${n(x + r)} ${n(y - k)} ${n(x + r)} ${n(y)} c S`
}

const columns = Array.from({ length: 8 }, (_, at) => 260 + at * 248)
const rows = [1440, 1160, 880, 600, 320]
const [LEFT, RIGHT, TOP, FOOT] = [260, 1996, 1440, 320]
const rooms: readonly [name: string, number: string, x: number, y: number][] = [
  ['CLASSROOM', '101', 384, 1280],
  ['CLASSROOM', '102', 632, 1280],
  ['CLASSROOM', '103', 880, 1280],
  ['COUNSELING', '104', 1128, 1280],
  ['LIBRARY', '105', 1376, 1280],
  ['MULTI-PURPOSE', '120', 1748, 1100],
  ['ELEC', '114', 384, 480],
  ['RESTROOM', '112', 632, 480],
  ['STAFF', '110', 880, 480],
  ['KITCHEN', '109', 1128, 480],
  ['STAGE', '121', 1600, 440],
]

/** Grid lines with their bubbles. */
const grid = () => [
  `${GREY} 0.8 w [20 8 4 8] 0 d`,
  ...columns.map((x) => line(x, 240, x, 1580)),
  ...rows.map((y) => line(150, y, 2080, y)),
  '[] 0 d 1.2 w',
  ...columns.flatMap((x, at) => [circle(x, 1612, 30), words(String(at + 1), x - 8, 1602, 28)]),
  ...rows.flatMap((y, at) => [circle(118, y, 30), words('ABCDE'.charAt(at), 108, y - 10, 28)]),
]

const walls = () => [
  `${BLACK} 10 w`,
  frame(LEFT, FOOT, RIGHT - LEFT, TOP - FOOT),
  '6 w',
  ...columns.slice(1, 6).map((x) => line(x, 960, x, TOP)),
  ...columns.slice(1, 5).map((x) => line(x, FOOT, x, 800)),
  line(LEFT, 960, 1500, 960),
  line(LEFT, 800, 1252, 800),
  line(1500, 700, 1500, 960),
  '2 w [14 8] 0 d',
  line(1252, 600, RIGHT, 600),
  '[] 0 d',
  ...rooms.flatMap(([name, number, x, y]) => [
    words(name, x - name.length * 9, y, 26, true),
    words(number, x - 20, y - 34, 24),
  ]),
  words('CORRIDOR B', 560, 862, 26, true),
]

/** A duplex receptacle: a circle with two lines. */
const receptacle = (x: number, y: number) => [
  circle(x, y, 14),
  line(x - 24, y + 5, x + 24, y + 5),
  line(x - 24, y - 5, x + 24, y - 5),
]

const receptacles = () => [
  `${BLUE} 2 w`,
  ...columns.slice(0, 7).flatMap((x) => [...receptacle(x + 124, TOP - 26), ...receptacle(x + 124, FOOT + 26)]),
  ...columns
    .slice(0, 5)
    .flatMap((x) => [
      ...receptacle(x + 30, 1250),
      ...receptacle(x + 216, 1250),
      ...receptacle(x + 30, 1060),
      ...receptacle(x + 30, 700),
    ]),
]

const homeruns = () => [
  `${BLUE} 2 w`,
  ...columns.slice(0, 4).map((x) => `${x + 60} ${TOP - 30} m ${x + 110} 1200 ${x + 180} 1220 ${x + 216} 1240 c S`),
  words('LP-1: 1,3,5', 430, 985, 20),
  words('LP-1: 7,9', 930, 985, 20),
  words('LP-2: 2,4', 1290, 985, 20),
]

const feeder = (revision: number) => {
  // The later revision goes along grid C instead of through the corridor.
  const y = revision > 1 ? 880 : 840
  return [
    `${BLUE} 7 w`,
    line(280, 640, 756, 640),
    line(756, 640, 756, y),
    line(756, y, 1740, y),
    frame(1740, y - 36, 26, 72),
    frame(274, 560, 14, 140),
    words(
      revision > 1 ? '4" C - (4) #500 kcmil ALONG GRID C' : '4" C - (4) #500 kcmil IN CORRIDOR',
      1000,
      y - 34,
      20,
      true,
    ),
    words('LP-2', 296, 600, 24, true),
    words('HP-2', 1784, y - 8, 24, true),
    words('See 3/E4.1 for the riser', 1000, y - 64, 20),
  ]
}

const lights = () => [
  `${BLUE} 2 w`,
  ...columns
    .slice(0, 5)
    .flatMap((x) => [1340, 1180, 1040].flatMap((y) => [40, 140].map((dx) => frame(x + dx, y, 70, 26)))),
  ...columns.slice(0, 6).map((x) => frame(x + 80, 870, 90, 20)),
]

const oneLine = () => [
  `${BLACK} 4 w`,
  frame(950, 1380, 300, 130),
  words('PUMA XFMR 750 kVA', 968, 1440, 24),
  line(1100, 1380, 1100, 1190),
  '18 w',
  line(420, 1180, 1780, 1180),
  '3 w',
  ...Array.from({ length: 6 }, (_, at) => 480 + at * 250).flatMap((x, at) => [
    line(x, 1180, x, 980),
    frame(x - 60, 820, 120, 160),
    words(['MDP', 'LP-1', 'LP-2', 'HP-1', 'HP-2', 'EM-1'][at] ?? '', x - 40, 890, 28, true),
    circle(x, 1060, 26),
  ]),
  words('1. ALL FEEDERS COPPER, THHN/THWN-2.', 300, 620, 24),
  words('2. GROUNDING PER NEC 250 AND E5.1.', 300, 580, 24),
]

const tables = (heads: readonly string[]) =>
  heads.flatMap((head, at) => {
    const x = 150 + at * 670
    return [
      `${BLACK} 2 w`,
      frame(x, 300, 620, 1200),
      words(head, x + 20, 1455, 28, true),
      '0.8 w',
      ...Array.from({ length: 21 }, (_, row) => {
        const y = 1400 - row * 52
        return `${line(x, y + 36, x + 620, y + 36)}\n${words(`${row * 2 + 1}`, x + 16, y, 20)}\n${words(['RECEPTACLES 105', 'LIGHTING 109', 'KITCHEN HOOD', 'SPARE', 'DATA RACK'][row % 5] ?? '', x + 90, y, 20)}\n${words(`${360 + ((row * 7) % 12) * 120}`, x + 420, y, 20)}\n${words('20/1', x + 540, y, 20)}`
      }),
    ]
  })

const site = () => [
  `${BLACK} 3 w`,
  frame(300, 360, 1700, 1100),
  '8 w',
  frame(700, 640, 900, 560),
  words('CANYON LAKES ELEMENTARY', 880, 900, 34, true),
  `${GREY} 2 w`,
  ...Array.from({ length: 16 }, (_, at) => line(340 + at * 50, 380, 340 + at * 50, 500)),
  words('W 21ST AVE', 1000, 300, 30, true),
]

const contents: Readonly<Record<SampleSheet['drawing'], (revision: number) => string[]>> = {
  notes: () => tables(['SYMBOLS', 'ABBREVIATIONS', 'GENERAL NOTES']),
  power: (revision) => [...grid(), ...walls(), ...receptacles(), ...homeruns(), ...feeder(revision)],
  lighting: () => [...grid(), ...walls(), ...lights()],
  feeder: (revision) => [...grid(), ...walls(), ...feeder(revision)],
  'one-line': oneLine,
  panels: () => tables(['PANEL LP-1', 'PANEL LP-2', 'PANEL HP-2']),
  site,
  floor: () => [...grid(), ...walls()],
}

function titleBlock({ number, title }: SampleSheet, revision: number, dated: string): string[] {
  const [x, inside] = [BLOCK, BLOCK + 24]
  return [
    `${BLACK} 6 w`,
    frame(60, 60, WIDTH - 120, HEIGHT - 120),
    '3 w',
    line(x, 60, x, HEIGHT - 60),
    ...[1450, 560, 400, 250].map((y) => line(x, y, WIDTH - 60, y)),
    words('THREE RIVERS', x + 60, 1560, 34, true),
    words('ELECTRIC', x + 96, 1516, 34, true),
    words('Kennewick, WA', x + 90, 1476, 22),
    words('GENERAL NOTES', inside, 1400, 22, true),
    `${GREY} 4 w`,
    ...Array.from({ length: 9 }, (_, at) =>
      line(inside, 1350 - at * 50, inside + 180 + ((at * 53) % 110), 1350 - at * 50),
    ),
    words('CANYON LAKES', inside, 510, 26, true),
    words('ELEMENTARY', inside, 474, 26, true),
    words('1514 W 21st Ave', inside, 430, 20),
    ...title.map((text, at) => words(text, inside, 352 - at * 34, 24, true)),
    words(`Rev ${revision} ${dated}`, inside, 214, 22),
    words(number, x + 90, 100, 76, true),
    words(title.join(' '), 260, 150, 30, true),
    words('SCALE 1/8" = 1\'-0"', 260, 112, 20),
  ]
}

/** The page of a sheet; superseded ones say so across the page. */
export function samplePage(sheet: SampleSheet, revision: number, dated: string, stamp?: string): VectorPage {
  const content = [
    '1 J 1 j 0.08 0.11 0.14 rg',
    ...contents[sheet.drawing](revision),
    '0.08 0.11 0.14 rg',
    ...titleBlock(sheet, revision, dated),
  ]
  return { width: WIDTH, height: HEIGHT, content: content.join('\n'), ...(stamp !== undefined && { stamp }) }
}

export const samplePdf = (...pages: VectorPage[]): Uint8Array<ArrayBuffer> => vectorPdf(pages)
