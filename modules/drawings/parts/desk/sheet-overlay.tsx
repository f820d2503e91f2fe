import { css } from '#css/css'
import type { TextRun } from '#lib/pdf/pdf-document.ts'
import { turn, turned, type Size, type Turns } from '../sheet/camera.ts'
import { sheetHref } from '../addresses.ts'
import { TextEntry } from './text-entry.tsx'
import type { Desk } from './use-desk.ts'

const percent = (value: number) => `${value * 100}%`

/** Converts a rectangle of the page to the rotated page. */
function placed({ x, y, w, h }: Pick<TextRun, 'x' | 'y' | 'w' | 'h'>, turns: Turns) {
  const [a, b] = [turn([x, y], turns), turn([x + w, y + h], turns)]
  return {
    left: percent(Math.min(a[0], b[0])),
    top: percent(Math.min(a[1], b[1])),
    width: percent(Math.abs(a[0] - b[0])),
    height: percent(Math.abs(a[1] - b[1])),
  }
}

/** What lies on a sheet and grows with it: links to other sheets, hits of a search, what is typed, and that it is superseded. */
export const SheetOverlay = ({ desk: { links, find, shown, page, turns, writing } }: { desk: Desk }) => (
  <>
    {links.map(({ run, sheet, from, to }, at) => (
      <a
        key={at}
        href={sheetHref(sheet)}
        className={link}
        data-sheet-control
        style={placed({ ...run, x: run.x + run.w * from, w: run.w * (to - from) }, turns)}
        aria-label={`Sheet ${sheet.number} ${sheet.title}`}
        title={`${sheet.number} ${sheet.title}`}
      />
    ))}
    {find.hits.map((run, at) => (
      <span key={at} className={hit} data-current={at === find.current ? '' : undefined} style={placed(run, turns)} />
    ))}
    {writing && 'w' in writing.geometry && (
      <TextEntry
        writing={writing}
        style={{ ...placed(writing.geometry, turns), fontSize: writing.geometry.h * page.height * 0.7 }}
      />
    )}
    {shown.superseded_by !== null && shown.stamped !== shown.superseded_by && (
      <Superseded by={shown.superseded_by} page={turned(page, turns)} />
    )}
  </>
)

/** Laid over the sheet until the file with the stamped words is ready. */
const Superseded = ({ by, page }: { by: string; page: Size }) => (
  <span className={mark} style={{ fontSize: Math.min(page.width / 16, page.height / 6) }}>
    SUPERSEDED – see rev {by}
  </span>
)

const link = css({
  position: 'absolute',
  pointerEvents: 'auto',
  borderBottom: '1px solid {colors.primary}',
  background: 'color-mix(in srgb, {colors.primary} 8%, transparent)',
})
const hit = css({
  position: 'absolute',
  background: 'rgb(245 183 10 / 0.35)',
  '&[data-current]': { background: 'rgb(190 64 11 / 0.45)' },
})
const mark = css({
  position: 'absolute',
  left: '50%',
  top: '50%',
  transform: 'translate(-50%, -50%) rotate(-20deg)',
  whiteSpace: 'nowrap',
  fontWeight: 'title',
  color: 'rgb(179 34 28 / 0.42)',
})
