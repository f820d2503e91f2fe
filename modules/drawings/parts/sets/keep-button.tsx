import { css } from '#css/css'
import { roughSize } from '#lib/file-size.ts'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { disciplineNames, disciplines, type Discipline } from '../../disciplines.ts'
import type { Keeping } from './keep-sheets.ts'

const counted = (count: number) => (count === 1 ? '1 sheet' : `${count} sheets`)

/** What can be kept, with its size, and what is. */
function choicesOf({ wanted, sizeOf, keep, stale, kept, of, failed }: Keeping): MenuItem[] {
  const isKept = (one: Discipline) => wanted === 'all' || wanted.includes(one)
  const present = disciplines.filter((one) => sizeOf(one) !== null)
  const change = (one: Discipline) =>
    keep(isKept(one) ? present.filter((other) => isKept(other) && other !== one) : [...present.filter(isKept), one])
  return [
    ...(failed || stale || kept < of ? [{ label: 'Try again', onSelect: () => keep(wanted) }] : []),
    ...(wanted === 'all'
      ? []
      : [{ label: `Whole set · ${roughSize(sizeOf('all') ?? 0)}`, onSelect: () => keep('all') } as const]),
    ...(present.length > 1
      ? present.map((one): MenuItem => {
          const name = `${disciplineNames[one]} · ${roughSize(sizeOf(one) ?? 0)}`
          return isKept(one)
            ? { label: name, icon: 'check', onSelect: () => change(one) }
            : { label: name, onSelect: () => change(one) }
        })
      : []),
    ...(wanted.length ? [{ label: 'Remove from this device', separated: true, onSelect: () => keep([]) }] : []),
  ]
}

/** Keeps a project's current sheets on this device: how large they are, how far it is, and what is missing or old. */
export const KeepButton = ({ keeping }: { keeping: Keeping }) => {
  const { wanted, kept, of, size, stale, isBusy, sizeOf } = keeping
  if (sizeOf('all') === null) return null
  if (isBusy)
    return (
      <span className={css({ stack: '0.5', minWidth: '8rem', textStyle: 'small' })}>
        <span>
          {kept} of {counted(of)}
        </span>
        <Progress value={kept / of} aria-label="Keeping sheets on this device" />
      </span>
    )
  const isWhole = kept === of
  const what = wanted === 'all' ? '' : `${wanted.map((one) => disciplineNames[one]).join(', ')} `
  return (
    <Menu
      label="Sheets on this device"
      items={choicesOf(keeping)}
      trigger={
        wanted.length ? (
          <Button variant="ghost">
            <span className={css({ display: 'flex', color: isWhole ? 'done' : 'attention' })}>
              <Icon name={isWhole ? 'check' : 'triangle-alert'} size="sm" />
            </span>
            {isWhole
              ? `${what}${what ? 'on' : 'On'} this device · ${roughSize(size)}`
              : stale
                ? `${counted(stale)} on this device ${stale === 1 ? 'is' : 'are'} superseded`
                : `${of - kept} of ${counted(of)} are not on this device`}
          </Button>
        ) : (
          <Button variant="ghost" icon="download">
            Keep on this device
          </Button>
        )
      }
    />
  )
}
