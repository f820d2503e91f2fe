import { useMemo, useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { PdfDocument, TextRun } from '#lib/pdf/pdf-document.ts'
import type { DrawingRevision, DrawingSheet, Markup } from '../../entities.ts'
import type { Geometry, Point } from '../../geometry.ts'
import { scalesIn } from '../../lengths.ts'
import { marksDrawings, mayRemoveMark } from '../../guards.ts'
import { workKinds } from '../../../work-items/index.ts'
import { fileOf, keyOf } from '../addresses.ts'
import { useMarkFilter } from '../marks/mark-filter.ts'
import type { Turns } from '../sheet/camera.ts'
import type { SheetFile } from '../sheet/sheet-file.ts'
import type { SheetControl, Tool } from '../sheet/sheet-view.tsx'
import { inks, tools, type Ink } from '../marks/tools.ts'
import { middleOf, useArrival } from './use-arrival.ts'
import { useCarried } from './use-carried.ts'
import { useDrawing } from '../marks/use-drawing.tsx'
import { useFind } from './use-find.ts'
import type { Keys } from './use-keys.ts'
import { useMarkRemoval } from '../marks/use-mark-removal.tsx'
import type { Marking } from '../marks/use-marking.ts'
import { remeasured } from '../marks/use-measuring.ts'
import type { Pin } from '../pins/use-pins.ts'
import { linksIn, useSheetText } from './use-text.ts'

export interface SheetDeskProps {
  readonly sheet: DrawingSheet
  readonly sheets: readonly DrawingSheet[]
  readonly revisions: readonly DrawingRevision[]
  readonly shown: DrawingRevision
  readonly back: string
  readonly initial: { readonly place: Point; readonly scale: number } | null
  readonly initialMark: Id | null
  readonly initialPin: string | null
  readonly onRevision: (id: Id) => void
  readonly onSheet: (sheet: DrawingSheet) => void
  readonly marks: readonly Markup[]
  readonly marking: Marking
  readonly pins: readonly Pin[]
  /** A sheet that is not on the server: its bytes, and no questions to the server about it. */
  readonly local?: () => ArrayBuffer
}

const nothing: readonly Markup[] = []

/** What of a sheet is shown, chosen and being drawn, and what is done with it. @useSignals */
export function useDesk(props: SheetDeskProps) {
  const { sheet, sheets, revisions, shown, marks: all, marking, local } = props
  const { api, registry, session } = useServices()
  const user = session.user.value
  const [control, setControl] = useState<SheetControl | null>(null)
  const [tool, chooseTool] = useState<Tool>('hand')
  const [ink, setInk] = useState<Ink>({ color: inks[0].color, width: 2 })
  const [turns, setTurns] = useState<Turns>(0)
  const [seesMarks, setSeesMarks] = useState(true)
  const [seesPins, setSeesPins] = useState(true)
  const [chosen, setChosen] = useState<Id | null>(props.initialMark)
  const [chosenPin, setChosenPin] = useState<string | null>(props.initialPin)
  const [listing, setListing] = useState(false)
  const [pdf, setPdf] = useState<PdfDocument | null>(null)

  const page = useMemo(() => ({ width: shown.width ?? 612, height: shown.height ?? 792 }), [shown.width, shown.height])
  const carrier = useCarried(shown, revisions)
  const marks = carrier.marks(all)
  const { filter, setFilter, shown: listed } = useMarkFilter(marks)
  const mark = marks.find(({ id }) => id === chosen) ?? null
  useArrival(props.initialMark, marks, control)
  const runs = useSheetText(pdf)
  const at = sheets.findIndex(({ id }) => id === sheet.id)
  const mayMark = marksDrawings(user)
  const hasPins = local !== undefined || registry.filled(workKinds, user).length > 0
  const { draw, measuring, writing, dialogs } = useDrawing({ sheet, shown, ink, marking, isLocal: local !== undefined })
  const removal = useMarkRemoval((gone) => {
    setChosen(null)
    void marking.remove(gone)
  })
  const setTool = (next: Tool) => {
    if (measuring.path.points.length) measuring.finish()
    chooseTool(next)
  }
  const file: SheetFile = { url: api.urlOf(fileOf(shown)), key: keyOf(shown), ...(local && { bytes: local }) }
  const there = {
    user,
    page,
    file,
    mark,
    mayMark,
    draw,
    measuring,
    writing,
    filter,
    setFilter,
    listed,
    listing,
    setListing,
  }
  const drawn = { control, setControl, tool, setTool, ink, setInk, turns, setTurns, pdf, setPdf }
  const seen = { seesMarks, setSeesMarks, seesPins, setSeesPins, chosen, setChosen, chosenPin, setChosenPin }

  return {
    ...props,
    /** All marks of the sheet, on the revisions they were made on, and those of the shown one as they lie on it. */
    all,
    marks,
    ...there,
    ...drawn,
    ...seen,
    visible: seesMarks ? listed : nothing,
    /** The marks that nobody else sees yet. */
    own: all.filter(({ user_id, published_at }) => user_id === user?.id && published_at === null),
    /** The labels of measurements on this sheet. */
    labels: [...new Set(all.flatMap(({ type, text }) => (type === 'measure' && text ? [text] : [])))],
    links: useMemo(() => linksIn(runs, sheets, sheet), [runs, sheets, sheet]),
    /** The scales that the sheet names, those of its title block first. */
    scales: useMemo(
      () => [...new Set([...scalesIn(textsOf(runs.filter(isInBlock))), ...scalesIn(textsOf(runs))])],
      [runs],
    ),
    find: useFind(runs, control),
    before: sheets[at - 1] ?? null,
    after: at < 0 ? null : (sheets[at + 1] ?? null),
    dialogs,
    removal: removal.dialog,
    /** Which tools the user may use. */
    may: (one: Tool) => one === 'select' || one === 'hand' || (mayMark && (one !== 'pin' || hasPins)),
    removeMark() {
      if (mark && user && mayRemoveMark(mark, user)) removal.start(mark)
    },
    reshape(id: Id, geometry: Geometry) {
      const changed = all.find((one) => one.id === id)
      if (!changed) return
      const back = carrier.back(changed, geometry)
      const found = remeasured(changed, back.geometry, back.revision)
      void marking.change(changed, { geometry: back.geometry, ...found })
    },
    showPin({ key, record }: Pin) {
      setChosenPin(key)
      setListing(false)
      if (record.pin) control?.show([record.pin.x, record.pin.y])
    },
    showMark({ id, geometry }: Markup) {
      setChosen(id)
      setListing(false)
      setTool('select')
      control?.show(middleOf(geometry))
    },
  }
}
export type Desk = ReturnType<typeof useDesk>

const textsOf = (runs: readonly TextRun[]) => runs.map(({ text }) => text)
/** Title blocks stand at the right and below. */
const isInBlock = ({ x, y }: TextRun) => x > 0.78 || y > 0.8

/** What keys do on a sheet. What is kept by the server is undone by the keys of the app. */
export function keysOf(desk: Desk): Keys {
  const { control, measuring, marking, mark, before, after, local } = desk
  const isMeasuring = measuring.path.points.length > 0
  const faces = tools.filter((face) => desk.may(face.tool))
  return {
    ...Object.fromEntries(faces.map((face) => [face.key, () => desk.setTool(face.tool)])),
    '[': () => before && desk.onSheet(before),
    ']': () => after && desk.onSheet(after),
    '+': () => control?.zoom(1.25),
    '=': () => control?.zoom(1.25),
    '-': () => control?.zoom(1 / 1.25),
    '0': () => control?.fit(),
    'ctrl+f': desk.find.open,
    enter: isMeasuring ? () => measuring.finish() : undefined,
    'ctrl+z': isMeasuring ? measuring.back : local && (() => void marking.undo()),
    'ctrl+y': local && (() => void marking.redo()),
    'ctrl+shift+z': local && (() => void marking.redo()),
    'ctrl+c': mark ? () => marking.copy(mark) : undefined,
    'ctrl+v': desk.mayMark ? () => void marking.paste() : undefined,
    delete: desk.removeMark,
    backspace: isMeasuring ? measuring.back : desk.removeMark,
    escape: () => {
      if (isMeasuring) return measuring.cancel()
      desk.setChosen(null)
      return desk.setTool('hand')
    },
    arrowleft: () => control?.pan(80, 0),
    arrowright: () => control?.pan(-80, 0),
    arrowup: () => control?.pan(0, 80),
    arrowdown: () => control?.pan(0, -80),
  }
}
