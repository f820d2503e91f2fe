import type { MenuItem } from '#ui/menu/menu.tsx'
import { MenuAt } from '#ui/menu/menu.tsx'
import { EventDialog } from '../../dialogs/event-dialog.tsx'
import type { BoardState } from '../board/board.tsx'
import { AssignHere } from './assign-here.tsx'

const MENU_KEYS = ['delete', 'backspace', 'c', 'v', 'z']

/** What is open over the board. @useSignals */
export const OpenedHere = ({ board, root }: { board: BoardState; root: HTMLElement }) => {
  const { model, opening } = board
  const now = opening.now.value
  const grid = root.querySelector<HTMLElement>('[role=grid]') ?? root
  const anchor = root.querySelector<HTMLElement>('[data-choice]') ?? grid
  if (now?.kind === 'event') return <EventDialog record={now.event} onClose={() => opening.close('event')} />
  if (now?.kind === 'assign')
    return <AssignHere model={model} anchor={anchor} focus={grid} onClose={() => opening.close('assign')} />
  if (!now) return null
  const [event, second] = model.isOne() ? model.here() : []
  const edit: MenuItem[] =
    event && !second ? [{ label: 'Edit', icon: 'pencil', onSelect: () => opening.event(event) }] : []
  const paste: MenuItem[] = model.hasCopies()
    ? [{ label: 'Paste', icon: 'clipboard-list', onSelect: () => void model.paste() }]
    : []
  const close = () => {
    opening.close('menu')
    grid.focus({ preventScroll: true })
  }
  return (
    <MenuAt
      x={now.x}
      y={now.y}
      label="Chosen days"
      items={[
        ...edit,
        { label: 'Assign', icon: 'plus', onSelect: opening.assign },
        { label: 'Time off', icon: 'sun', onSelect: () => void model.timeOff() },
        { label: 'Copy', icon: 'copy', onSelect: model.copy },
        ...paste,
        { label: 'Clear', icon: 'x', danger: true, separated: true, onSelect: () => void model.clear() },
      ]}
      onClose={close}
      onKeyDown={(pressed) => {
        // Keys of the board go on counting: another day is added, the chosen ones are cleared or copied.
        const isCommand = pressed.ctrlKey || pressed.metaKey
        const key = pressed.key.toLowerCase()
        const isArrow = pressed.shiftKey && key.startsWith('arrow')
        if (!isArrow && !(MENU_KEYS.includes(key) && (isCommand || key.length > 1))) return
        pressed.preventDefault()
        pressed.stopPropagation()
        close()
        grid.dispatchEvent(new KeyboardEvent('keydown', pressed))
      }}
    />
  )
}
