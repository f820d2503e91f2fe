import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import { recentIds } from '#blocks/record-picker/recent.ts'
import { useServices } from '#blocks/services/services.tsx'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import { lazyComponent, prefetch } from '#blocks/slot-outlet/lazy-component.ts'
import { shortcuts } from '#blocks/slots.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { FoundItem } from '#core/query/found-item.ts'
import { whereOf } from '#core/query/filters.ts'
import { matches } from '#core/query/matches.ts'
import { searchWords } from '#core/query/found.ts'
import { textKey } from '#lib/text-key.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Palette, type PaletteGroup, type PaletteItem } from '#ui/palette/palette.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { ACTIONS, finders, VISITED, type FinderProps } from './finders.ts'
import { useFound } from './use-found.ts'
import { visitedRecords } from './visits.ts'

/** So many jobs are named to the server, whose records come first. */
const MOST_NEAR = 50

interface FindBoxProps extends Pick<FinderProps, 'open'> {
  readonly label: string
  readonly onClose: () => void
  /** Opens the list of all keys. */
  readonly listKeys: () => void
}

/**
 * One box for what anybody wants (rule box): records of all kinds, pages and what can be done, as one types. What modules find
 * themselves they hand over.
 */
export default function FindBox({ label, open, listKeys, onClose }: FindBoxProps) {
  const services = useServices()
  const { registry, session, store } = services
  const user = session.user.value
  const [path] = useLocation()
  const [text, setText] = useState('')
  const visited = useMemo(() => visitedRecords(services, path), [services, path])
  const [chosen, setKind] = useState<string | null>(null)
  const [put, setPut] = useState<Readonly<Record<number, PaletteGroup | null>>>({})
  const jobs = registry.ahead
  const near = useMemo(() => {
    if (!jobs || !user) return []
    const here = (one: object) => `${path}/`.startsWith(`${jobs.display.href(one)}/`)
    const own = whereOf(jobs, jobs.own?.(user) ?? {}, { user })
    const held = store
      .of(jobs)
      .all.peek()
      .map((one) => one.peek())
    const nearest = [...held.filter(here), ...held.filter((one) => matches(own, one))].map(({ id }) => id)
    return [...new Set([...nearest, ...recentIds(VISITED)])].slice(0, MOST_NEAR)
  }, [jobs, path, store, user])
  const filled = registry.filled(finders, user)
  const handed = filled.flatMap((_, at) => put[at] ?? [])
  const isKind = registry.entities.some(({ name, display }) => name === chosen && display.findable)
  // What modules ask the server for and what is asked here are joined to what is there together: each stands in its order.
  const waits = handed.some(({ busy }) => busy)
  const found = useFound(text, isKind ? chosen : null, near, waits)
  const groups: PaletteGroup[] = [
    ...handed.filter(({ key }) => key !== ACTIONS),
    ...(text || !visited.length
      ? []
      : [{ key: 'visited', label: 'Visited', items: itemsOf(registry.entities, visited) }]),
    ...found.kinds.map(({ entity, items, count }) => groupOf(entity, items, count)),
    ...joined([...handed.filter(({ key }) => key === ACTIONS), useActions(text, open, listKeys)]).map((group) => ({
      ...group,
      last: true,
    })),
  ]
  const kind = groups.some(({ key }) => key === chosen) ? chosen : null
  const keep = useCallback(
    (at: number, group: PaletteGroup | null) => setPut((known) => ({ ...known, [at]: group })),
    [],
  )
  return (
    <>
      {filled.map((load, at) => (
        // Fills stay as they are for a person, in order.
        // oxlint-disable-next-line react/no-array-index-key
        <Finder key={at} load={load} at={at} keep={keep} text={text} path={path} open={open} />
      ))}
      <Palette
        label={label}
        placeholder="Name, number or what to do"
        text={text}
        onText={(typed) => {
          setText(typed)
          setKind(null)
        }}
        groups={groups}
        kind={kind}
        onKind={setKind}
        busy={found.busy}
        note={noteOf(found)}
        nothing={text ? `Nothing is found for “${text}”.` : 'Type a name, a number or a word.'}
        foot={
          <>
            <Icon name="smartphone" size="sm" /> Works offline for what is on this device
          </>
        }
        onClose={onClose}
      />
    </>
  )
}

const noteOf = ({ similar, isDevice }: ReturnType<typeof useFound>): ReactNode => {
  if (similar) return 'Nothing has these words. This has similar ones.'
  return isDevice ? 'The server did not answer: this is what the device has.' : undefined
}

interface HandedOver extends Omit<FinderProps, 'put'> {
  readonly load: Parameters<typeof lazyComponent<FinderProps>>[0]
  readonly at: number
  readonly keep: (at: number, group: PaletteGroup | null) => void
}

const Finder = ({ load, at, keep, ...props }: HandedOver) => {
  const Component = lazyComponent(load)
  const put = useCallback((group: PaletteGroup | null) => keep(at, group), [at, keep])
  return (
    <Optional>
      <Component {...props} put={put} />
    </Optional>
  )
}

const KEYS = 'Keyboard shortcuts'
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`

function groupOf(entity: Entity, items: readonly FoundItem[], count?: string): PaletteGroup {
  const { name, display } = entity
  const { plural = display.plural } = typeof display.findable === 'object' ? display.findable : {}
  return {
    key: name,
    label: capital(plural),
    few: true,
    ...(count !== undefined && { count }),
    items: itemsOf([entity], items),
  }
}

const itemsOf = (entities: readonly Entity[], items: readonly FoundItem[]): PaletteItem[] =>
  items.flatMap(({ kind, id, title, subtitle, within, href, state }): PaletteItem[] => {
    const entity = entities.find(({ name }) => name === kind)
    if (href === null || !entity) return []
    const detail = [...new Set([subtitle, within])].filter(Boolean).join(' · ')
    const aside = state && <Tag>{state}</Tag>
    return [{ key: `${kind}-${id}`, icon: entity.display.icon, title, detail, href, aside }]
  })

/** Groups of one name are one. */
const joined = (groups: readonly PaletteGroup[]): PaletteGroup[] =>
  [...Map.groupBy(groups, ({ key }) => key).values()].flatMap(([first, ...more]) =>
    first ? [{ ...first, items: [first, ...more].flatMap(({ items }) => items) }] : [],
  )

/** The app's pages and dialogs, by the names that modules register. */
function useActions(text: string, open: FinderProps['open'], listKeys: () => void): PaletteGroup {
  const { registry, session } = useServices()
  const [path] = useLocation()
  const user = session.user.value
  const words = searchWords(text)
  const isMeant = (label: string) => words.every((word) => textKey(label).includes(word))
  const dialogs = registry.filled(shortcuts, user).flatMap(({ label, icon, open: opens }): PaletteItem[] => {
    if (typeof opens === 'string' || !isMeant(label)) return []
    const Dialog = lazyComponent(opens)
    const onSelect = () =>
      open(
        (onClose) => <Dialog path={path} onClose={onClose} />,
        () => prefetch(opens),
      )
    return [{ key: `do ${label}`, icon, title: label, onSelect }]
  })
  const pages = [...registry.sidebar(user), ...registry.setup(user)].flatMap(({ to, label, icon }): PaletteItem[] =>
    words.length && isMeant(`Go to ${label}`) ? [{ key: `go ${to}`, icon, title: `Go to ${label}`, href: to }] : [],
  )
  const keys = { key: 'keys', icon: 'keyboard', title: KEYS, onSelect: listKeys }
  return {
    key: ACTIONS,
    label: 'Actions',
    items: [...dialogs, ...pages, ...(words.length && isMeant(KEYS) ? [keys] : [])],
  }
}
