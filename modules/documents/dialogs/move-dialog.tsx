import { useBusy } from '#blocks/failure/use-busy.ts'
import { useState } from 'react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { useFolders } from '../parts/use-folders.ts'
import { flat, treeOf } from '../tree.ts'

export interface MoveDialogProps {
  readonly project_id: Id
  readonly title: string
  /** Where it is now. */
  readonly current: Id | null
  /** A folder that is moved, which cannot be put into itself. */
  readonly moved?: Id
  /** Whether it may be put at the top, beside the other top folders. */
  readonly top?: boolean
  readonly onMove: (folder: Id | null) => Promise<void>
  readonly onClose: () => void
}

/** Chooses the folder that something is moved to, among those that this user may edit. @useSignals */
export const MoveDialog = ({ project_id, title, current, moved, top = false, onMove, onClose }: MoveDialogProps) => {
  const all = useFolders(project_id)
  const [chosen, setChosen] = useState<Id | null | undefined>(undefined)
  const [busy, during] = useBusy()
  const branches = flat(treeOf(all.filter(({ id }) => id !== moved))).filter(
    ({ folder }) => moved === undefined || !isBelow(folder.id, moved),
  )
  function isBelow(id: Id, above: Id): boolean {
    const found = all.find((one) => one.id === id)
    const parent = found?.parent_id ?? null
    return parent === above || (parent !== null && isBelow(parent, above))
  }
  async function move() {
    if (chosen === undefined) return
    await during(onMove(chosen))
  }
  const option = (id: Id | null, name: string, depth: number, disabled: boolean) => (
    <li key={id ?? 'top'}>
      <label className={row} style={{ paddingInlineStart: `${0.75 + depth * 1.25}rem` }}>
        <input type="radio" name="folder" disabled={disabled} checked={chosen === id} onChange={() => setChosen(id)} />
        <Icon name="folder" size="sm" />
        <bdi>{name}</bdi>
      </label>
    </li>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="sm"
      main={
        <Button disabled={chosen === undefined} loading={busy} onClick={() => void move()}>
          Move
        </Button>
      }
    >
      <ul className={css({ maxHeight: '50vh', overflowY: 'auto' })} aria-label="Folders">
        {top && option(null, 'At the top', 0, current === null)}
        {branches.map(({ folder, depth }) =>
          option(folder.id, folder.name, depth, folder.my_level !== 'edit' || folder.id === current),
        )}
      </ul>
    </Dialog>
  )
}

const row = css({
  row: '2.5',
  minHeight: { base: '9', _coarse: 'touch' },
  borderRadius: 'md',
  cursor: 'pointer',
  _hover: { background: 'soft' },
  '&:has(:checked)': { background: 'primary.soft' },
  '&:has(:disabled)': { color: 'muted', cursor: 'default' },
})
