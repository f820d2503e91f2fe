import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { previewOf, thumbOf } from '../addresses.ts'
import { FindBar } from './find-bar.tsx'
import { MarkActions } from '../marks/mark-actions.tsx'
import { MeasureBar } from '../marks/measure-bar.tsx'
import { placedPins } from '../pins/placed-pins.tsx'
import { useShapes } from '../marks/shapes.ts'
import { SheetBar } from './sheet-bar.tsx'
import { SheetFoot } from './sheet-foot.tsx'
import { SheetOverlay } from './sheet-overlay.tsx'
import { SheetView } from '../sheet/sheet-view.tsx'
import { sheetScreen } from './sheet-panel.ts'
import { SidePanel } from './side-panel.tsx'
import { ToolBar } from '../marks/tool-bar.tsx'
import { keysOf, useDesk, type Desk, type SheetDeskProps } from './use-desk.ts'
import { useKeys } from './use-keys.ts'

/** A sheet with its tools, its lists and its bars. @useSignals */
export const SheetDesk = (props: SheetDeskProps) => {
  const desk = useDesk(props)
  const { tool, mark, user, find } = desk
  useKeys(keysOf(desk))
  return (
    <div className={sheetScreen}>
      <SheetBar desk={desk} />
      <div className={css({ display: 'flex', flex: '1', minHeight: '0' })}>
        <main className={css({ position: 'relative', flex: '1', minWidth: '0' })} data-sheet-stage>
          <Paper desk={desk} />
          <ToolBar desk={desk} />
          {tool === 'measure' && <MeasureBar desk={desk} />}
          {mark && user && tool !== 'measure' && <MarkActions desk={desk} mark={mark} user={user} />}
          {find.words !== null && <FindBar find={find} words={find.words} />}
          <SheetFoot desk={desk} />
        </main>
        <SidePanel desk={desk} />
      </div>
      {desk.dialogs}
      {desk.removal}
    </div>
  )
}

/** The sheet itself, with what is drawn and what lies on it. */
const Paper = ({ desk }: { desk: Desk }) => {
  const { sheet, shown, marks, pins, visible, chosen, chosenPin, setChosen, setChosenPin, measuring, user } = desk
  const { api } = useServices()
  return (
    <SheetView
      page={desk.page}
      file={desk.file}
      pictures={desk.local ? [] : [api.urlOf(thumbOf(shown.id)), api.urlOf(previewOf(shown))]}
      label={`Sheet ${sheet.number} ${sheet.title}`}
      turns={desk.turns}
      tool={desk.tool}
      style={desk.ink}
      shapes={useShapes(visible)}
      selected={chosen}
      placed={
        desk.seesPins
          ? placedPins({ pins, photos: visible, chosenPin, onPin: setChosenPin, chosen, onMark: setChosen })
          : []
      }
      mayChange={({ id }) => marks.find((one) => one.id === id)?.user_id === user?.id}
      onSelect={setChosen}
      onDraw={desk.draw}
      onChange={desk.reshape}
      onReady={desk.setControl}
      onOpen={desk.setPdf}
      path={measuring.path}
      onPath={measuring.onPath}
      labelOf={measuring.labelOf}
      initial={desk.initial}
    >
      <SheetOverlay desk={desk} />
    </SheetView>
  )
}
