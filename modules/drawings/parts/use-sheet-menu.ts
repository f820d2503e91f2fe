import { useServices } from '#blocks/services/services.tsx'
import type { PdfDocument } from '#lib/pdf/pdf-document.ts'
import type { MenuItem } from '#ui/menu/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import type { DrawingRevision, DrawingSheet, Markup } from '../entities.ts'
import { fileOf, sheetHref } from './addresses.ts'
import { exportMeasures, exportPdf, exportPicture } from './export-sheet.ts'
import { shapesOf } from './shapes.ts'
import type { Size } from './sheet/camera.ts'
import type { SheetFile } from './sheet/sheet-file.ts'
import type { SheetControl } from './sheet/sheet-view.tsx'

/** What is rarely done with a sheet: links and exports, with the marks that are shown. @useSignals */
export function useSheetMenu({
  sheet,
  shown,
  page,
  file,
  pdf,
  marks,
  control,
  onFind,
}: {
  sheet: DrawingSheet
  shown: DrawingRevision
  page: Size
  file: SheetFile
  pdf: PdfDocument | null
  marks: readonly Markup[]
  control: SheetControl | null
  onFind: () => void
}): readonly MenuItem[] {
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
  async function save(as: 'pdf' | 'picture') {
    const name = `${sheet.number} rev ${shown.revision ?? ''}`.trim()
    try {
      if (as === 'pdf') await exportPdf(file, marks, name)
      else if (pdf) await exportPicture(pdf, page, shapesOf(marks), name)
    } catch (error) {
      toast.error(error instanceof Error ? error.message : 'This sheet could not be exported.')
    }
  }
  const hasMeasured = marks.some(({ measurement }) => measurement !== null)
  return [
    { label: 'Find on this sheet', icon: 'search', onSelect: onFind },
    { label: 'Copy link to this place', icon: 'link', onSelect: () => void copyLink() },
    { label: 'PDF with markups', icon: 'file-text', onSelect: () => void save('pdf') },
    { label: 'Picture with markups', icon: 'image', onSelect: () => void save('picture') },
    ...(hasMeasured
      ? [{ label: 'Measurements as CSV', icon: 'list', onSelect: () => exportMeasures(sheet, marks) } as const]
      : []),
    { label: 'Download', icon: 'download', href: api.urlOf(`${fileOf(shown)}&download`) },
  ]
}
