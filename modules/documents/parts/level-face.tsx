import { memo } from 'react'
import { css } from '#css/css'
import { Icon, type IconProps } from '#ui/icon/icon.tsx'
import type { Level } from '../access.ts'
import type { Cell, Subject } from '../matrix.ts'

/** How a level is called and what it allows. */
export const looks: Readonly<Record<Level, { label: string; icon: IconProps['name']; means: string }>> = {
  none: { label: 'None', icon: 'ban', means: 'does not see the folder' },
  upload: { label: 'Upload', icon: 'upload', means: 'adds files, sees only their own' },
  view: { label: 'View', icon: 'eye', means: 'opens and downloads' },
  edit: { label: 'Edit', icon: 'pencil', means: 'adds, renames, moves, deletes' },
}
export const levelLabel = (level: Level): string => looks[level].label

/** A cell of the matrix: filled where it is set, plain where it comes from above, a dash where nobody is named. */
export const LevelFace = memo(({ cell: { level, own, from }, subject }: { cell: Cell; subject: Subject }) => {
  const isNobody = from === null && subject.subject_type !== 'role'
  if (isNobody) return <span className={css({ color: 'faint' })}>–</span>
  return (
    <span className={face} data-own={own ? level : undefined}>
      {own && <Icon name={looks[level].icon} size="sm" />}
      {looks[level].label}
    </span>
  )
})

const face = css({
  inlineRow: '1',
  paddingInline: '2',
  paddingBlock: '1',
  borderRadius: 'md',
  textStyle: 'note',
  '&[data-own]': { fontWeight: 'strong', background: 'soft' },
  '&[data-own=view]': { background: 'primary.soft', color: 'primary' },
  '&[data-own=edit]': { background: 'done.soft', color: 'done' },
  '&[data-own=upload]': { background: 'prevailing.soft', color: 'prevailing' },
})
