import { PDFDocument, PDFHexString, PDFName, PDFString, StandardFonts, type PDFFont, type PDFPage } from 'pdf-lib'
type Point = readonly [number, number]

/** A mark as other PDF readers show and edit it. Its places are parts of the displayed page, from its upper left corner. */
export interface PdfMark {
  readonly type: string
  /** Its points, or the corners of its box from the upper left one around. */
  readonly points: readonly Point[]
  /** `#rrggbb` */
  readonly color: string
  /** In thousandths of the page's width. */
  readonly width: number
  readonly text: string | null
  readonly measures?: 'length' | 'area' | 'count' | undefined
  /** What it measures in words. */
  readonly label?: string | null
  readonly author: string
  /** ISO 8601. */
  readonly at: string
}

/** Maps places of the displayed page to the page's own coordinates, which neither turns nor crops. */
function mapOf(page: PDFPage) {
  const { x, y, width, height } = page.getCropBox()
  const angle = (((page.getRotation().angle % 360) + 360) % 360) as 0 | 90 | 180 | 270
  const place = ([u, v]: Point): Point =>
    ({
      0: [x + u * width, y + (1 - v) * height] as const,
      90: [x + v * width, y + u * height] as const,
      180: [x + (1 - u) * width, y + v * height] as const,
      270: [x + (1 - v) * width, y + (1 - u) * height] as const,
    })[angle]
  return { place, angle, shownWidth: angle % 180 ? height : width }
}
type Map = ReturnType<typeof mapOf>

const n = (value: number) => Number(value.toFixed(2))
const colorOf = (hex: string) => [1, 3, 5].map((at) => n(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
const path = (points: readonly Point[]) => points.map(([x, y], at) => `${n(x)} ${n(y)} ${at ? 'l' : 'm'}`).join(' ')
/** Fonts that every reader has know Western letters only. */
const western = (text: string) => text.replace(/[^\x20-\x7e\xa0-\xff]/g, '?')

/** The corners of an area, whose last point is often its first one again. */
function withoutEnd(points: readonly Point[]): readonly Point[] {
  const [first, last] = [points[0], points.at(-1)]
  return points.length > 2 && first?.[0] === last?.[0] && first?.[1] === last?.[1] ? points.slice(0, -1) : points
}

function ellipse(points: readonly Point[]): string {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const [cx, cy, rx, ry] = [(left + right) / 2, (bottom + top) / 2, (right - left) / 2, (top - bottom) / 2]
  const k = 0.5523
  const curve = (...values: number[]) => `${values.map(n).join(' ')} c`
  return [
    `${n(cx + rx)} ${n(cy)} m`,
    curve(cx + rx, cy + ry * k, cx + rx * k, cy + ry, cx, cy + ry),
    curve(cx - rx * k, cy + ry, cx - rx, cy + ry * k, cx - rx, cy),
    curve(cx - rx, cy - ry * k, cx - rx * k, cy - ry, cx, cy - ry),
    curve(cx + rx * k, cy - ry, cx + rx, cy - ry * k, cx + rx, cy),
  ].join(' ')
}

/** Arcs along the sides of a rectangle. */
function cloud(points: readonly Point[], size: number): string {
  return points
    .map((from, at) => {
      const to = points[(at + 1) % points.length] ?? from
      const count = Math.max(1, Math.round(Math.hypot(to[0] - from[0], to[1] - from[1]) / size))
      const [dx, dy] = [(to[0] - from[0]) / count, (to[1] - from[1]) / count]
      return Array.from({ length: count }, (_, nth) => {
        const [ax, ay] = [from[0] + dx * nth, from[1] + dy * nth]
        const start = at || nth ? '' : `${n(ax)} ${n(ay)} m `
        const [ox, oy] = [-dy * 0.7, dx * 0.7]
        return `${start}${[ax + ox, ay + oy, ax + dx + ox, ay + dy + oy, ax + dx, ay + dy].map(n).join(' ')} c`
      }).join(' ')
    })
    .join(' ')
}

function arrowHead(points: readonly Point[], size: number): string {
  const [tip, from] = [points.at(-1), points.at(-2)]
  if (!tip || !from) return ''
  const angle = Math.atan2(tip[1] - from[1], tip[0] - from[0])
  const barb = (turn: number): Point => [tip[0] - size * Math.cos(angle + turn), tip[1] - size * Math.sin(angle + turn)]
  return path([barb(0.45), tip, barb(-0.45)])
}

/** What a mark is in PDF: its subtype, what that needs, and its drawing. */
function drawn(shape: PdfMark, map: Map, width: number, font: PDFFont) {
  const { type, text, label, color, measures } = shape
  const points = shape.points.map(map.place)
  const flat = points.flat().map(n)
  switch (type) {
    case 'pen':
    case 'highlight':
      return { subtype: 'Ink', extra: { InkList: [flat] }, content: `${path(points)} S`, points }
    case 'measure':
    case 'line':
    case 'arrow': {
      // Each counted thing is a dot, which is a line without a length.
      if (measures === 'count')
        return {
          subtype: 'Ink',
          extra: { InkList: points.map(([x, y]) => [x, y, x, y].map(n)) },
          content: `${n(Math.max(8, width * 4))} w ${points.map((point) => `${path([point, point])} S`).join(' ')}`,
          points,
          contents: label ?? undefined,
        }
      if (measures === 'area')
        return {
          subtype: 'Polygon',
          extra: { Vertices: withoutEnd(points).flat().map(n) },
          content: `${path(points)} h S`,
          points,
          contents: label ?? undefined,
        }
      const ends = type === 'arrow' ? ['None', 'OpenArrow'] : ['None', 'None']
      const head = type === 'arrow' ? `${arrowHead(points, Math.max(8, width * 4))} S` : ''
      const extra = flat.length === 4 ? { L: flat, LE: ends } : { Vertices: flat, LE: ends }
      const content = `${path(points)} S ${head}`
      return { subtype: flat.length === 4 ? 'Line' : 'PolyLine', extra, content, points, contents: label ?? undefined }
    }
    case 'ellipse':
      return { subtype: 'Circle', extra: {}, content: `${ellipse(points)} S`, points }
    case 'cloud':
      return {
        subtype: 'Polygon',
        extra: { Vertices: flat, BE: { S: 'C', I: 1 }, IT: 'PolygonCloud' },
        content: `${cloud(points, Math.max(10, width * 6))} S`,
        points,
      }
    case 'text': {
      const words = western(text ?? '')
      const [origin = [0, 0], along = [0, 0], , up = [0, 0]] = points
      const [w, h] = [
        Math.hypot(along[0] - origin[0], along[1] - origin[1]),
        Math.hypot(up[0] - origin[0], up[1] - origin[1]),
      ]
      const size = Math.max(2, Math.min(h * 0.7, w / Math.max(1, font.widthOfTextAtSize(words, 1) * 1.1)))
      const angle = (map.angle * Math.PI) / 180
      const [cos, sin] = [n(Math.cos(angle)), n(Math.sin(angle))]
      const at = [
        up[0] + (size * 0.3 * (along[0] - origin[0])) / w + (h - size) * 0.6 * -Math.sin(angle),
        up[1] + (size * 0.3 * (along[1] - origin[1])) / w + (h - size) * 0.6 * Math.cos(angle),
      ]
      const literal = words.replace(/[()\\]/g, '\\$&')
      const [r, g, b] = colorOf(color)
      return {
        subtype: 'FreeText',
        extra: { DA: PDFString.of(`/Helv ${n(size)} Tf ${r} ${g} ${b} rg`) },
        content: `q 1 1 1 rg ${path(points)} h B Q BT /Helv ${n(size)} Tf ${r} ${g} ${b} rg ${cos} ${sin} ${-sin} ${cos} ${at.map(n).join(' ')} Tm (${literal}) Tj ET`,
        points,
        contents: text ?? '',
      }
    }
    case 'pin':
    case 'photo':
      return { subtype: 'Text', extra: { Name: 'Comment' }, content: '', points, contents: text ?? '' }
    default:
      return { subtype: 'Square', extra: {}, content: `${path(points)} h S`, points }
  }
}

/**
 * A sheet's PDF with marks as annotations, which other readers show and edit.
 * @param seen the part of it that is kept, at the size it has on the whole sheet, so that it prints to scale
 */
export async function withAnnotations(
  bytes: ArrayBuffer | Uint8Array,
  marks: readonly PdfMark[],
  seen?: readonly [number, number, number, number],
): Promise<Uint8Array> {
  const document = await PDFDocument.load(bytes)
  const page = document.getPage(0)
  const font = await document.embedFont(StandardFonts.Helvetica)
  const map = mapOf(page)
  for (const mark of marks) {
    const width = Math.max(0.5, (mark.width / 1000) * map.shownWidth)
    const { subtype, extra, content, points, contents = '' } = drawn(mark, map, width, font)
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)]
    const pad = subtype === 'Text' ? 12 : width * 6
    const rect = [Math.min(...xs) - pad, Math.min(...ys) - pad, Math.max(...xs) + pad, Math.max(...ys) + pad].map(n)
    const isFaint = mark.type === 'highlight'
    const color = colorOf(mark.color)
    const appearance = document.context.register(
      document.context.stream(
        `${isFaint ? '/Faint gs ' : ''}${color.join(' ')} RG ${n(isFaint ? width * 6 : width)} w 1 J 1 j ${content}`,
        {
          Type: 'XObject',
          Subtype: 'Form',
          BBox: rect,
          Resources: { Font: { Helv: font.ref }, ExtGState: { Faint: { CA: 0.4, ca: 0.4, BM: 'Multiply' } } },
        },
      ),
    )
    const annotation = document.context.obj({
      Type: 'Annot',
      Subtype: subtype,
      Rect: rect,
      C: color,
      CA: isFaint ? 0.4 : 1,
      BS: { W: n(width) },
      F: 4,
      ...extra,
      ...(subtype !== 'Text' && { AP: { N: appearance } }),
    })
    annotation.set(PDFName.of('T'), PDFHexString.fromText(mark.author))
    annotation.set(PDFName.of('Contents'), PDFHexString.fromText(contents))
    annotation.set(PDFName.of('CreationDate'), PDFString.fromDate(new Date(mark.at)))
    page.node.addAnnot(document.context.register(annotation))
  }
  if (seen) {
    const [[ax, ay], [bx, by]] = [map.place([seen[0], seen[1]]), map.place([seen[2], seen[3]])]
    const box = [Math.min(ax, bx), Math.min(ay, by), Math.abs(ax - bx), Math.abs(ay - by)] as const
    page.setMediaBox(...box)
    page.setCropBox(...box)
  }
  return document.save()
}
