import { memo, useCallback, useLayoutEffect, useRef, type ReactNode, type Ref } from 'react'
import { useSignal } from '@preact/signals-react'
import { css } from '#css/css'
import type { Entity } from '#core/entity/entity.ts'
import { wordsOf } from '#core/entity/wording.ts'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import type { ListState } from '../../list-page/list.ts'
import type { Arranged } from '../arrange.ts'
import { facetsOf, filterOf, type ListSpec } from '../spec.ts'
import type { ChoiceChange } from '../use-choice.ts'
import { ViewMenu } from './view-menu.tsx'
import type { Look } from '../use-look.ts'
import { SavedMenu } from './saved-menu.tsx'
import type { Saved } from '../use-saved.ts'
import { Chips } from './chips.tsx'
import { Narrowing } from './narrowing.tsx'

/** What a module narrows its records by itself, among the filters. */
export interface Narrow {
  readonly label: string
  readonly input: ReactNode
  /** What is chosen, and what takes it away. */
  readonly chosen: string | null
  readonly clear: () => void
}

export interface ToolbarProps<E extends Entity> {
  spec: ListSpec<E>
  /** What its views and facets have, where the device knows all records. */
  arranged: Pick<Arranged, 'counts' | 'options'>
  choice: ListState
  choose: (change: ChoiceChange) => void
  look: Look
  onLook: (change: Partial<Look>) => void
  saved: Saved
  /** The search's input. */
  search: Ref<HTMLInputElement>
  /** Names the search; by default after the noun's plural. */
  label?: string
  narrow?: Narrow | undefined
  /** What else the list offers, at its end. */
  tools?: ReactNode
  /** How the records are drawn, which decides what the View menu offers; null where something else stands in their place. */
  drawn?: 'rows' | 'cards' | null
}

/** Above a list: its views with their numbers, the search, what it is narrowed by, and how it looks. */
export const Toolbar = <E extends Entity>({ lead, ...props }: ToolbarProps<E> & { lead?: ReactNode }) => (
  <div className={css({ column: '2' })}>
    <div className={bar}>
      {lead && <span className={scroller}>{lead}</span>}
      <ToolbarItems {...props} />
    </div>
    <Chips {...props} />
  </div>
)

/** The same in a line of other things, without the chips. */
export const ToolbarItems = <E extends Entity>(props: ToolbarProps<E>) => {
  const { spec, arranged, choice, choose, look, onLook, saved, search, drawn = 'rows' } = props
  const { entity, active, left, now } = saved
  const asked = (spec.narrow ?? []).map((one) => filterOf(spec.entity, one).name)
  const names = facetsOf(spec)
    .map(({ name }) => name)
    .filter((name) => (arranged.options[name]?.length ?? 0) > 1 || (choice.filters[name] && !asked.includes(name)))
    .join(' ')
  // The same for as long as the list is there, so that the views render only for what they show.
  const shows = useRef(saved.show)
  useLayoutEffect(() => void (shows.current = saved.show))
  const show = useCallback((key: string) => shows.current(key), [])
  const options = useSignal(arranged.options)
  useLayoutEffect(() => void (options.value = arranged.options))
  const { by = 'view' } = spec
  return (
    <>
      {(spec.views.length > 1 || entity) && (
        <span className={scroller}>
          {spec.views.length + saved.views.length > 1 && (
            <Views
              {...{ spec, show }}
              counts={arranged.counts}
              saved={saved.views}
              view={active?.key ?? (by === null ? undefined : choice.filters[by])}
            />
          )}
          {entity && <SavedMenu list={spec.entity} {...{ entity, active, left, now }} />}
        </span>
      )}
      <span className={searchBox}>
        <Search
          entity={spec.entity}
          label={props.label ?? wordsOf(spec.entity).search}
          text={choice.search}
          input={search}
          choose={choose}
        />
      </span>
      <span className={ends}>
        <Narrowing {...{ spec, names, options, choose }} filters={choice.filters} by={props.narrow} />
        {drawn && <ViewMenu {...{ spec, choice, choose, look, onLook }} hasRows={drawn === 'rows'} />}
        {props.tools}
      </span>
    </>
  )
}

const ViewsView = <E extends Entity>({
  spec: { views, entity, which = wordsOf(entity).which },
  counts,
  saved,
  view,
  show,
}: Pick<ToolbarProps<E>, 'spec'> &
  Pick<Saved, 'show'> & {
    counts: Arranged['counts']
    saved: Saved['views']
    view: string | undefined
  }) => {
  const all = [...views, ...saved.map(({ key, name }) => ({ key, label: name }))]
  return (
    <Segmented
      aria-label={which}
      value={view ?? views[0].key}
      onChange={show}
      options={all.map(({ key, label }) => ({ value: key, label: counts[key] ? `${label} ${counts[key]}` : label }))}
    />
  )
}
// `memo` forgets that the component is generic.
const Views = memo(ViewsView) as typeof ViewsView

const Search = memo(
  ({
    entity,
    label,
    text,
    input,
    choose,
  }: {
    entity: Entity
    label: string
    text: string
    input: Ref<HTMLInputElement>
    choose: (change: ChoiceChange) => void
  }) => (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={'number' in entity.fields ? 'Number or words' : 'Search'}
      value={text}
      onChange={(next) => choose({ search: next })}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Escape') currentTarget.blur()
      }}
    />
  ),
)

const bar = css({ wrap: '2', minWidth: '0' })
/** On phones the views scroll sideways under a search of the full width. */
const scroller = css({
  display: 'flex',
  alignItems: 'center',
  order: { base: '2', md: '0' },
  maxWidth: 'full',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  whiteSpace: 'nowrap',
  '& > *': { flexWrap: 'nowrap', maxWidth: 'none' },
})
const searchBox = css({
  // A width, not a flex basis, because a basis does not count toward the width that a page's head makes room for.
  flex: { base: '1 1 8rem', md: '0 1 auto' },
  width: { md: '15rem' },
  minWidth: '8rem',
  marginInlineStart: { md: 'auto' },
})
const ends = css({ wrap: '2' })
