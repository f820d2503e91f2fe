import { useServices } from '#blocks/services/services.tsx'
import type { MenuItem } from '#ui/menu/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { fileOf, sheetHref } from '../addresses.ts'
import { exportMeasures, exportPdf, exportPicture } from './export-sheet.ts'
import type { Place } from '../../geometry.ts'
import { projection } from '../sheet/camera.ts'
import { shapesOf } from '../marks/shapes.ts'
import type { Desk } from './use-desk.ts'

/** Where a sheet is compared; null for the only revision of the only one. */
export const compareHref = ({ sheet, sheets, revisions }: Desk): string | null =>
  revisions.length > 1 || sheets.length > 1 ? `${sheetHref(sheet)}/compare` : null

/** What is rarely done with a sheet: links and exports, with the marks that are shown. @useSignals */
export function useSheetMenu(desk: Desk, sharing: readonly MenuItem[]): readonly MenuItem[] {
  const { sheet, shown, page, turns, file, pdf, visible: marks, control, seesMarks, seesPins } = desk
  const compare = compareHref(desk)
  const { api } = useServices()
  async function copyLink() {
    const { x, y, scale } = control?.camera.peek() ?? { x: 0, y: 0, scale: 1 }
    const box = document.querySelector('[data-sheet-stage]')?.getBoundingClientRect()
    const u = ((box?.width ?? 0) / 2 - x) / (page.width * scale)
    const v = ((box?.height ?? 0) / 2 - y) / (page.height * scale)
    const link = `${sheetHref(sheet)}?revision=${shown.id}&x=${u.toFixed(4)}&y=${v.toFixed(4)}&zoom=${scale.toFixed(3)}`
    await navigator.clipboard.writeText(new URL(link, location.href).href)
    toast.success('Link copied.')
  }
  /** The visible part of the page. */
  function seenPart(): Place | undefined {
    const box = document.querySelector('[data-sheet-stage]')?.getBoundingClientRect()
    if (!box || !control) return undefined
    const { toPage } = projection(control.camera.peek(), page, turns)
    const [a, b] = [toPage([0, 0]), toPage([box.width, box.height])]
    return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[0], b[0]), Math.max(a[1], b[1])]
  }
  async function save(as: 'pdf' | 'part' | 'picture') {
    const name = `${sheet.number} rev ${shown.revision ?? ''}`.trim()
    try {
      if (as === 'pdf') await exportPdf(file, marks, name)
      else if (as === 'part') await exportPdf(file, marks, `${name}, part`, seenPart())
      else if (pdf) await exportPicture(pdf, page, shapesOf(marks), name)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'This sheet could not be exported.')
    }
  }
  const hasMeasured = marks.some(({ measurement }) => measurement !== null)
  return [
    { label: 'Find on this sheet', icon: 'search', onSelect: desk.find.open },
    { label: 'Copy link to this place', icon: 'link', onSelect: () => void copyLink() },
    ...sharing,
    { label: 'PDF with markups', icon: 'file-text', onSelect: () => void save('pdf') },
    { label: 'PDF of what is seen, to scale', icon: 'file-text', onSelect: () => void save('part') },
    { label: 'Picture with markups', icon: 'image', onSelect: () => void save('picture') },
    ...(hasMeasured
      ? [{ label: 'Measurements as CSV', icon: 'list', onSelect: () => exportMeasures(sheet, marks) } as const]
      : []),
    { label: 'Download', icon: 'download', href: api.urlOf(`${fileOf(shown)}&download`) },
    ...(compare === null ? [] : [{ label: 'Compare', icon: 'layers', href: compare } as const]),
    { label: seesMarks ? 'Hide markups' : 'Show markups', onSelect: () => desk.setSeesMarks(!seesMarks) },
    { label: seesPins ? 'Hide pins' : 'Show pins', onSelect: () => desk.setSeesPins(!seesPins) },
  ]
}
