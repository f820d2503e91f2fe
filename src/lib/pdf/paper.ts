import { rgb, type PDFPage } from 'pdf-lib'
import { logoIn, type Letterhead } from './letterhead.ts'
import { draw, HEIGHT, ink, linesIn, linesOf, MARGIN, muted, openSheet, WIDTH, type Sheet } from './sheet.ts'

const COLUMN = WIDTH - 2 * MARGIN
/** The largest picture of four on a page, and the space between them. */
const [PICTURE_WIDTH, PICTURE_HEIGHT, GAP, CAPTION] = [246, 300, 12, 22]
/** The largest logo at the top of a page. */
const [LOGO_WIDTH, LOGO_HEIGHT] = [160, 40]
/** The height of photos between texts, two side by side. */
const PHOTO_HEIGHT = 220

export interface Writing {
  readonly size?: number
  readonly bold?: boolean
  readonly quiet?: boolean
  /** The space below, in points. */
  readonly gap?: number
}

/** A picture on a page of four. */
export interface PaperPicture {
  /** A JPEG. */
  readonly bytes: Uint8Array
  readonly caption: string
}

/** A PDF that is written from top to bottom, in any script. What cannot be drawn is reported by `finish`. */
export interface Paper {
  /** The head of a document or of a part of one: the company's logo, or its name; or those of somebody else. */
  letterhead(of?: Letterhead): void
  write(text: string, writing?: Writing): void
  /** A labelled value; nothing for an empty one. */
  fact(label: string, value: string | null | undefined): void
  /** Columns of text on one line; widths are shares of the page's. */
  row(cells: readonly string[], widths: readonly number[], writing?: Writing): void
  space(points: number): void
  /** Begins a new page, unless this one is empty. */
  turn(): void
  /** Pictures, four on a page, with their captions. */
  pictures(pictures: AsyncIterable<PaperPicture>): Promise<void>
  /** Photos, JPEGs, two side by side between the texts, at most so many points high. */
  photos(photos: readonly Uint8Array[], height?: number): void
  /** Draws an SVG path from a box of this size, at a width in points. */
  stroke(path: string, box: { width: number; height: number }, width: number): void
  /** The file, with page numbers and `foot` at the left of each. */
  finish(foot?: string): Promise<Uint8Array>
}

/** The page that is written on, and how far down. */
interface Page extends Sheet {
  page: PDFPage
  y: number
  /** Since when others wait. */
  since: number
}

const add = (sheet: Page) => {
  sheet.page = sheet.file.addPage([WIDTH, HEIGHT])
  sheet.y = HEIGHT - MARGIN
}

/** So long a server works on a page before others get a turn, in ms; a browser draws in one go. */
const WORKED = 10
const othersTurn = typeof setImmediate === 'function' ? () => new Promise<void>((done) => setImmediate(done)) : null
async function pause(sheet: Page): Promise<void> {
  if (!othersTurn || performance.now() - sheet.since < WORKED) return
  await othersTurn()
  sheet.since = performance.now()
}
const settingOf = ({ size = 11, bold = false }: Writing) => ({ size, bold })

const room = (sheet: Page, points: number) => {
  if (sheet.y - points < MARGIN) add(sheet)
}

async function drawText(sheet: Page, text: string, writing: Writing) {
  const setting = settingOf(writing)
  for (const line of linesIn(sheet, text, setting, COLUMN)) {
    room(sheet, setting.size)
    sheet.y -= setting.size
    await draw(sheet, sheet.page, line, { x: MARGIN, y: sheet.y }, setting, writing.quiet ? muted : ink)
    sheet.y -= setting.size * 0.35
    await pause(sheet)
  }
  sheet.y -= writing.gap ?? 4
}

async function drawRow(sheet: Page, cells: readonly string[], widths: readonly number[], writing: Writing) {
  const setting = settingOf({ size: 10, ...writing })
  const columns = cells.map((cell, at) => {
    const width = (widths[at] ?? 0) * COLUMN
    return { width, lines: linesOf(sheet, cell, setting, width - 6) }
  })
  const height = Math.max(...columns.map(({ lines }) => lines.length))
  for (let line = 0; line < height; line++) {
    room(sheet, setting.size)
    sheet.y -= setting.size
    let x = MARGIN
    for (const { width, lines } of columns) {
      await draw(sheet, sheet.page, lines[line] ?? '', { x, y: sheet.y }, setting, writing.quiet ? muted : ink)
      x += width
    }
    sheet.y -= setting.size * 0.35
  }
  sheet.y -= writing.gap ?? 2
}

/** Pictures, four on a page. */
async function drawPictures(sheet: Page, pictures: AsyncIterable<PaperPicture>) {
  let at = 0
  for await (const { bytes, caption } of pictures) {
    if (at % 4 === 0 && sheet.y < HEIGHT - MARGIN) add(sheet)
    const image = await sheet.file.embedJpg(bytes)
    const fit = image.scaleToFit(PICTURE_WIDTH, PICTURE_HEIGHT)
    const [column, row] = [at % 2, Math.floor((at % 4) / 2)]
    const left = MARGIN + column * (PICTURE_WIDTH + GAP)
    const top = HEIGHT - MARGIN - row * (PICTURE_HEIGHT + CAPTION + GAP)
    sheet.page.drawImage(image, { x: left, y: top - fit.height, width: fit.width, height: fit.height })
    const setting = { size: 9, bold: false }
    const [line = ''] = linesOf(sheet, caption, setting, PICTURE_WIDTH)
    await draw(sheet, sheet.page, line, { x: left, y: top - fit.height - 12 }, setting, muted)
    await pause(sheet)
    // The page is taken; what follows the pictures begins on another one.
    sheet.y = MARGIN
    at++
  }
}

/** Photos, two side by side. */
async function drawPhotos(sheet: Page, photos: readonly Uint8Array[], most: number) {
  for (let at = 0; at < photos.length; at += 2) {
    const pair = await Promise.all(
      photos.slice(at, at + 2).map(async (jpeg) => {
        const image = await sheet.file.embedJpg(jpeg)
        return { image, ...image.scaleToFit(PICTURE_WIDTH, most) }
      }),
    )
    const height = Math.max(...pair.map((one) => one.height))
    room(sheet, height)
    for (const [side, { image, width, height: own }] of pair.entries())
      sheet.page.drawImage(image, { x: MARGIN + side * (PICTURE_WIDTH + GAP), y: sheet.y - own, width, height: own })
    sheet.y -= height + GAP
    await pause(sheet)
  }
}

/** Begins a PDF in US Letter. */
export async function createPaper(title: string, { company, logo }: Letterhead): Promise<Paper> {
  const { file, plain, strong } = await openSheet(title)
  const own = await logoIn(file, logo)
  const sheet: Page = {
    file,
    plain,
    strong,
    page: file.addPage([WIDTH, HEIGHT]),
    y: HEIGHT - MARGIN,
    since: performance.now(),
  }
  // The browser draws text in scripts that the fonts lack asynchronously, so everything is drawn in turn.
  let work = Promise.resolve()
  const then = (step: () => void | Promise<void>) => {
    work = work.then(step)
  }

  const paper: Paper = {
    letterhead(of) {
      const name = of?.company ?? company
      then(async () => {
        const picture = of ? await logoIn(file, of.logo) : own
        if (!picture) return drawText(sheet, name, { size: 10, bold: true, quiet: true, gap: 8 })
        const { width, height } = picture.scaleToFit(LOGO_WIDTH, Math.min(LOGO_HEIGHT, picture.height))
        room(sheet, height)
        sheet.page.drawImage(picture, { x: MARGIN, y: sheet.y - height, width, height })
        sheet.y -= height + 12
      })
    },
    write: (text, writing = {}) => then(() => drawText(sheet, text, writing)),
    fact(label, value) {
      if (value) paper.write(`${label}: ${value}`, { size: 10, quiet: true, gap: 1 })
    },
    row: (cells, widths, writing = {}) => then(() => drawRow(sheet, cells, widths, writing)),
    space: (points) => then(() => void (sheet.y -= points)),
    turn: () => then(() => (sheet.y < HEIGHT - MARGIN ? add(sheet) : undefined)),
    async pictures(pictures) {
      await work
      await drawPictures(sheet, pictures)
    },
    photos: (photos, most = PHOTO_HEIGHT) => then(() => drawPhotos(sheet, photos, most)),
    stroke: (path, box, width) =>
      then(() => {
        const scale = width / box.width
        room(sheet, box.height * scale)
        sheet.page.drawSvgPath(path, { x: MARGIN, y: sheet.y, scale, borderColor: rgb(...ink), borderWidth: 1.5 })
        sheet.y -= box.height * scale
      }),
    async finish(foot = '') {
      await work
      const pages = file.getPages()
      const setting = { size: 9, bold: false }
      const [line = ''] = linesOf(sheet, foot, setting, COLUMN * 0.8)
      for (const [at, one] of pages.entries()) {
        await draw(sheet, one, line, { x: MARGIN, y: 30 }, setting, muted)
        const number = `Page ${at + 1} of ${pages.length}`
        await draw(sheet, one, number, { x: MARGIN, y: 30, end: WIDTH - MARGIN }, setting, muted)
      }
      return file.save()
    },
  }
  return paper
}
