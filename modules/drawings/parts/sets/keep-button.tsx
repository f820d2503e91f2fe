import { useDerived } from '#blocks/query/use-derived.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { roughSize } from '#lib/file-size.ts'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import { Progress } from '#ui/progress/progress.tsx'
import { disciplineNames, disciplines, type Discipline } from '../../disciplines.ts'
import type { KeptSheet, KeptSheets } from './keep-sheets.ts'

const counted = (count: number) => (count === 1 ? '1 sheet' : `${count} sheets`)
const sizeOf = (sheets: readonly KeptSheet[]) => sheets.reduce((sum, { size }) => sum + size, 0)

/** How much of what somebody wants of a project's sheets is on this device, and how large its disciplines are. @useSignals */
function useKeeping(project_id: Id, sheets: KeptSheets) {
  const { keeping } = useServices()
  return useDerived(() => {
    const all = Object.values(sheets.value)
    const stored = keeping.wanted(project_id)
    const sizes = disciplines.flatMap((name) => {
      const own = all.filter(({ discipline }) => discipline === name)
      const isKept = stored === 'all' || stored.includes(name)
      return own.length ? [{ name, size: sizeOf(own), isKept }] : []
    })
    const wanted = all.filter(({ discipline }) => stored === 'all' || stored.includes(discipline))
    const state = stored.length > 0 ? keeping.of(project_id)?.state : undefined
    return {
      sizes,
      wanted: stored === 'all' ? stored : disciplines.filter((one) => stored.includes(one)),
      kept: wanted.filter(({ held }) => held === 'current').length,
      of: wanted.length,
      /** Of how many sheets an earlier revision is here in place of the current one. */
      stale: wanted.filter(({ held }) => typeof held === 'object' && held).length,
      size: sizeOf(wanted),
      isBusy: state === 'busy',
      failed: state === 'failed',
    }
  }, [keeping, project_id, sheets])
}
type Kept = ReturnType<typeof useKeeping>

/** What can be kept, with its size, and what is. */
function choicesOf(
  { wanted, sizes, stale, kept, of, failed }: Kept,
  keep: (what: 'all' | readonly Discipline[]) => void,
): MenuItem[] {
  const total = sizes.reduce((sum, { size }) => sum + size, 0)
  const change = (changed: Discipline) =>
    keep(sizes.flatMap(({ name, isKept }) => ((name === changed) === isKept ? [] : name)))
  return [
    ...(failed || stale || kept < of ? [{ label: 'Try again', onSelect: () => keep(wanted) }] : []),
    ...(wanted === 'all' ? [] : [{ label: `Whole set · ${roughSize(total)}`, onSelect: () => keep('all') } as const]),
    ...(sizes.length > 1
      ? sizes.map(({ name, size, isKept }): MenuItem => {
          const label = `${disciplineNames[name]} · ${roughSize(size)}`
          return { label, ...(isKept && { icon: 'check' }), onSelect: () => change(name) }
        })
      : []),
    ...(wanted.length ? [{ label: 'Remove from this device', separated: true, onSelect: () => keep([]) }] : []),
  ]
}

/** Keeps a project's current sheets on this device: how large they are, how far it is, and what is missing or old. @useSignals */
export const KeepButton = ({ project_id, sheets }: { project_id: Id; sheets: KeptSheets }) => {
  const { keeping } = useServices()
  const now = useKeeping(project_id, sheets)
  const { wanted, sizes, kept, of, size, stale, isBusy } = now
  if (!sizes.length) return null
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
      items={choicesOf(now, (next) => keeping.want(project_id, next))}
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
