import { useMemo, useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { PdfDocument } from '#lib/pdf/pdf-document.ts'
import type { DrawingRevision, DrawingSheet, Markup } from '../entities.ts'
import { boundsOf, type Geometry, type Point } from '../geometry.ts'
import { editsDrawings, marksDrawings, mayRemoveMark, publishesMarkup } from '../guards.ts'
import type { Turns } from './sheet/camera.ts'
import type { SheetFile } from './sheet/sheet-file.ts'
import { SheetView, type SheetControl, type Tool } from './sheet/sheet-view.tsx'
import { pinKinds } from '../index.ts'
import { fileOf, keyOf, previewOf, sheetHref, thumbOf } from './addresses.ts'
import { FindBar } from './find-bar.tsx'
import { placedPins } from './placed-pins.tsx'
import { SheetBar } from './sheet-bar.tsx'
import { SheetFoot } from './sheet-foot.tsx'
import { SheetOverlay } from './sheet-overlay.tsx'
import { MarkActions } from './mark-actions.tsx'
import { useMarkFilter } from './mark-filter.ts'
import { MeasureBar } from './measure-bar.tsx'
import { SidePanel } from './side-panel.tsx'
import { ToolBar } from './tool-bar.tsx'
import { hasInk, inks, tools, type Ink } from './tools.ts'
import { useCarried } from './use-carried.ts'
import { useDrawing } from './use-drawing.tsx'
import { useKeys } from './use-keys.ts'
import { useMarkRemoval } from './use-mark-removal.tsx'
import { remeasured } from './use-measuring.ts'
import { useSheetMenu } from './use-sheet-menu.ts'
import type { MarkDraft, Marking } from './use-marking.ts'
import type { Pin } from './use-pins.ts'
import { useFind } from './use-find.ts'
import { linksIn, useSheetText } from './use-text.ts'
import { useShapes } from './shapes.ts'

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

/** A sheet with its tools, its lists and its bars. @useSignals */
export const SheetDesk = (props: SheetDeskProps) => {
  const { sheet, sheets, revisions, shown } = props
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
  const { marks: all, marking, pins } = props
  const own = all.filter(({ user_id, published_at }) => user_id === user?.id && published_at === null)
  const [pdf, setPdf] = useState<PdfDocument | null>(null)
  const runs = useSheetText(pdf)

  const page = useMemo(() => ({ width: shown.width ?? 612, height: shown.height ?? 792 }), [shown.width, shown.height])
  const carrier = useCarried(shown, revisions)
  const marks = carrier.marks(all)
  const { filter, setFilter, shown: listed } = useMarkFilter(marks)
  const visible = seesMarks ? listed : nothing
  const shapes = useShapes(visible)
  const mark = marks.find(({ id }) => id === chosen) ?? null
  const links = useMemo(() => linksIn(runs, sheets, sheet), [runs, sheets, sheet])
  const find = useFind(runs, control)
  const at = sheets.findIndex(({ id }) => id === sheet.id)
  const [before = null, after = null] = at < 0 ? [] : [sheets[at - 1] ?? null, sheets[at + 1] ?? null]
  const mayMark = marksDrawings(user)
  const hasPins = props.local !== undefined || registry.filled(pinKinds, user).length > 0
  const may = (one: Tool) => one === 'select' || one === 'hand' || (mayMark && (one !== 'pin' || hasPins))

  const middleOf = (shape: Geometry): Point => {
    const [left, top, right, bottom] = boundsOf(shape)
    return [(left + right) / 2, (top + bottom) / 2]
  }
  const { draw, measuring, dialogs } = useDrawing({ sheet, shown, ink, marking, isLocal: props.local !== undefined })
  const isMeasuring = measuring.path.points.length > 0
  const labels = [...new Set(all.flatMap(({ type, text }) => (type === 'measure' && text ? [text] : [])))]
  const setTool = (next: Tool) => {
    if (isMeasuring) measuring.finish()
    chooseTool(next)
  }
  const showPin = (pin: Pin) => {
    setChosenPin(pin.key)
    setListing(false)
    if (pin.record.pin) control?.show([pin.record.pin.x, pin.record.pin.y])
  }
  const removal = useMarkRemoval((gone) => {
    setChosen(null)
    void marking.remove(gone)
  })
  const removeMark = () => {
    if (mark && user && mayRemoveMark(mark, user)) removal.start(mark)
  }
  const file: SheetFile = {
    url: api.urlOf(fileOf(shown)),
    key: keyOf(shown),
    ...(props.local && { bytes: props.local }),
  }
  const changeMark = (change: MarkDraft) => {
    const own = all.find(({ id }) => id === chosen)
    if (own) void marking.change(own, change)
  }
  const startScaling = () => {
    setTool('measure')
    measuring.startScaling()
  }
  const compare = revisions.length > 1 || sheets.length > 1 ? `${sheetHref(sheet)}/compare` : null
  const ofBar = [
    ...(compare === null ? [] : [{ label: 'Compare', icon: 'layers', href: compare } as const]),
    { label: seesMarks ? 'Hide markups' : 'Show markups', onSelect: () => setSeesMarks(!seesMarks) },
    { label: seesPins ? 'Hide pins' : 'Show pins', onSelect: () => setSeesPins(!seesPins) },
  ]
  const menu = useSheetMenu({ sheet, shown, page, file, pdf, marks: visible, control, onFind: find.open })
  useKeys({
    ...Object.fromEntries(tools.filter((face) => may(face.tool)).map((face) => [face.key, () => setTool(face.tool)])),
    '[': () => before && props.onSheet(before),
    ']': () => after && props.onSheet(after),
    '+': () => control?.zoom(1.25),
    '=': () => control?.zoom(1.25),
    '-': () => control?.zoom(1 / 1.25),
    '0': () => control?.fit(),
    'ctrl+f': find.open,
    enter: isMeasuring ? () => measuring.finish() : undefined,
    'ctrl+z': isMeasuring ? measuring.back : undefined,
    'ctrl+c': mark ? () => marking.copy(mark) : undefined,
    'ctrl+v': mayMark ? () => void marking.paste() : undefined,
    delete: removeMark,
    backspace: isMeasuring ? measuring.back : removeMark,
    escape: () => {
      if (isMeasuring) return measuring.cancel()
      setChosen(null)
      return setTool('hand')
    },
    arrowleft: () => control?.pan(80, 0),
    arrowright: () => control?.pan(-80, 0),
    arrowup: () => control?.pan(0, 80),
    arrowdown: () => control?.pan(0, -80),
  })
  return (
    <div className={desk}>
      <SheetBar
        sheet={sheet}
        shown={shown}
        revisions={revisions}
        onRevision={props.onRevision}
        back={props.back}
        marks={seesMarks}
        onMarks={setSeesMarks}
        pins={seesPins}
        onPins={setSeesPins}
        publishing={publishesMarkup(user) ? { count: own.length, publish: () => void marking.publish(own) } : null}
        compare={compare}
        listing={listing}
        onListing={() => setListing(!listing)}
        download={api.urlOf(`${fileOf(shown)}&download`)}
        menu={[...menu, ...ofBar]}
      />
      <div className={css({ display: 'flex', flex: '1', minHeight: '0' })}>
        <main className={css({ position: 'relative', flex: '1', minWidth: '0' })} data-sheet-stage>
          <SheetView
            page={page}
            file={file}
            pictures={props.local ? [] : [api.urlOf(thumbOf(shown.id)), api.urlOf(previewOf(shown))]}
            label={`Sheet ${sheet.number} ${sheet.title}`}
            turns={turns}
            tool={tool}
            style={ink}
            shapes={shapes}
            selected={chosen}
            placed={
              seesPins
                ? placedPins({ pins, photos: visible, chosenPin, onPin: setChosenPin, chosen, onMark: setChosen })
                : []
            }
            mayChange={({ id }) => marks.find((one) => one.id === id)?.user_id === user?.id}
            onSelect={setChosen}
            onDraw={draw}
            onChange={(id, geometry) => {
              const changed = all.find((one) => one.id === id)
              if (!changed) return
              const back = carrier.back(changed, geometry)
              const found = remeasured(changed, back.geometry, back.revision)
              void marking.change(changed, { geometry: back.geometry, ...found })
            }}
            onReady={setControl}
            onOpen={setPdf}
            path={measuring.path}
            onPath={measuring.onPath}
            labelOf={measuring.labelOf}
            initial={props.initial}
          >
            <SheetOverlay
              links={links}
              hits={find.hits}
              current={find.current}
              revision={shown}
              page={page}
              turns={turns}
            />
          </SheetView>
          <ToolBar
            tool={tool}
            onTool={setTool}
            ink={ink}
            onInk={setInk}
            may={may}
            undo={marking.counts.done ? () => void marking.undo() : null}
            redo={marking.counts.undone ? () => void marking.redo() : null}
          />
          {tool === 'measure' && <MeasureBar measuring={measuring} shown={shown} labels={labels} />}
          {mark && user && tool !== 'measure' && (
            <MarkActions
              mark={mark}
              labels={labels}
              onChange={mark.user_id === user.id ? changeMark : null}
              mayDelete={mayRemoveMark(mark, user)}
              onDelete={removeMark}
              onCopy={() => marking.copy(mark)}
              onPublish={
                mark.published_at === null && mark.user_id === user.id && publishesMarkup(user)
                  ? () => void marking.publish([mark])
                  : null
              }
            />
          )}
          {find.words !== null && <FindBar find={find} words={find.words} />}
          <SheetFoot
            control={control}
            revision={shown}
            sheet={sheet}
            before={before}
            after={after}
            onSheet={props.onSheet}
            onTurn={() => setTurns(((turns + 1) % 4) as Turns)}
            onScale={editsDrawings(user) && !props.local ? startScaling : null}
            isQuiet={hasInk(tool)}
          />
        </main>
        <SidePanel
          isOpen={listing}
          pins={pins}
          marks={marks}
          revisions={revisions}
          shown={shown}
          own={own.length}
          chosenPin={chosenPin}
          chosenMark={chosen}
          listed={listed}
          filter={filter}
          onFilter={setFilter}
          onPin={showPin}
          onMark={(one) => {
            setChosen(one.id)
            setListing(false)
            setTool('select')
            control?.show(middleOf(one.geometry))
          }}
          onRevision={props.onRevision}
        />
      </div>
      {dialogs}
      {removal.dialog}
    </div>
  )
}

const desk = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'overlay',
  display: 'flex',
  flexDirection: 'column',
  background: 'paper',
})
