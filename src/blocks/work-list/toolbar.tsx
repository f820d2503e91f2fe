import { memo, useCallback, useLayoutEffect, useRef, type ReactNode, type Ref } from 'react'
import { useSignal } from '@preact/signals-react'
import { css } from '#css/css'
import type { Entity } from '#core/entity/entity.ts'
import { wordsOf } from '#core/entity/wording.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import type { ListState } from '../list-page/list.ts'
import type { Arranged } from './arrange.ts'
import { facetsOf, type ListSpec } from './spec.ts'
import type { ChoiceChange } from './use-choice.ts'
import { ViewMenu } from './view-menu.tsx'
import type { Look } from './use-look.ts'
import { SavedMenu } from './saved-menu.tsx'
import type { Saved } from './use-saved.ts'
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
  arranged: Arranged
  choice: ListState
  choose: (change: ChoiceChange) => void
  look: Look
  onLook: (change: Partial<Look>) => void
  saved: Saved
  /** The search's input. */
  search: Ref<HTMLInputElement>
  /** What comes before everything else. */
  lead?: ReactNode
  narrow?: Narrow | undefined
  /** What else the list offers, at its end. */
  tools?: ReactNode
  /** Whether rows are shown, which may be looked at otherwise. */
  isList: boolean
}

/** Above a list: its views with their numbers, the search, what it is narrowed by, and how it looks. */
export const Toolbar = <E extends Entity>(props: ToolbarProps<E>) => {
  const { spec, arranged, choice, choose, look, onLook, saved, search, lead, tools } = props
  const { entity, active, left, now } = saved
  const names = facetsOf(spec)
    .flatMap(({ name }) => ((arranged.options[name]?.length ?? 0) > 1 || choice.filters[name] ? name : []))
    .join(' ')
  // The same for as long as the list is there, so that the views render only for what they show.
  const shows = useRef(saved.show)
  useLayoutEffect(() => void (shows.current = saved.show))
  const show = useCallback((key: string) => shows.current(key), [])
  const options = useSignal(arranged.options)
  useLayoutEffect(() => void (options.value = arranged.options))
  return (
    <div className={css({ column: '2' })}>
      <div className={bar}>
        {lead && <span className={scroller}>{lead}</span>}
        {(spec.views.length > 1 || entity) && (
          <span className={scroller}>
            {spec.views.length + saved.views.length > 1 && (
              <Views
                {...{ spec, show }}
                counts={arranged.counts}
                saved={saved.views}
                view={active?.key ?? choice.filters[spec.by ?? 'view']}
              />
            )}
            {entity && <SavedMenu list={spec.entity} {...{ entity, active, left, now }} />}
          </span>
        )}
        <span className={searchBox}>
          <Search
            entity={spec.entity}
            label={wordsOf(spec.entity).search}
            text={choice.search}
            input={search}
            choose={choose}
          />
        </span>
        <span className={ends}>
          <Narrowing {...{ spec, names, options, choose }} filters={choice.filters} by={props.narrow} />
          {props.isList && <ViewMenu {...{ spec, choice, choose, look, onLook }} />}
          {tools}
        </span>
      </div>
      <Chips {...props} />
    </div>
  )
}

const ViewsView = <E extends Entity>({
  spec: { views, entity },
  counts,
  saved,
  view,
  show,
  label = wordsOf(entity).which,
}: Pick<ToolbarProps<E>, 'spec'> &
  Pick<Saved, 'show'> & {
    counts: Arranged['counts']
    saved: Saved['views']
    view: string | undefined
    /** What is chosen by them. */
    label?: string
  }) => {
  const all = [...views, ...saved.map(({ key, name }) => ({ key, label: name }))]
  return (
    <Segmented
      aria-label={label}
      value={view ?? views[0].key}
      onChange={show}
      options={all.map(({ key, label }) => ({ value: key, label: counts[key] ? `${label} ${counts[key]}` : label }))}
    />
  )
}
// `memo` forgets that the component is generic.
export const Views = memo(ViewsView) as typeof ViewsView

export const Search = memo(
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

/** What the list is narrowed by; a press takes it away. */
const Chips = <E extends Entity>({ spec, arranged, choice, choose, narrow }: ToolbarProps<E>) => {
  const set = facetsOf(spec).filter(({ name }) => choice.filters[name])
  const own = narrow && narrow.chosen !== null ? [{ ...narrow, shown: narrow.chosen }] : []
  const shown = (name: string) => {
    const value = choice.filters[name]
    return arranged.options[name]?.find((one) => one.value === value)?.label ?? 'none'
  }
  const clearAll = () => {
    choose({ filters: Object.fromEntries(set.map(({ name }) => [name, ''])) })
    for (const { clear } of own) clear()
  }
  const chips = [
    ...set.map(({ name, label }) => ({
      label,
      shown: shown(name),
      clear: () => choose({ filters: { [name]: '' } }),
    })),
    ...own,
  ]
  if (!chips.length) return null
  return (
    <div className={chipBar}>
      {chips.map(({ label, shown: value, clear }) => (
        <button
          key={label}
          type="button"
          className={chip}
          aria-label={`Remove the filter ${label}: ${value}`}
          onClick={clear}
        >
          <span className={css({ color: 'muted' })}>{label}</span>
          <b>{value}</b>
          <Icon name="x" size="sm" />
        </button>
      ))}
      <button type="button" className={chip} onClick={clearAll}>
        Clear filters
      </button>
    </div>
  )
}

const bar = css({ wrap: '2', minWidth: '0' })
/** On phones the chips scroll sideways, too. */
const chipBar = css({
  display: 'flex',
  flexWrap: { base: 'nowrap', md: 'wrap' },
  gap: '2',
  minWidth: '0',
  overflowX: 'auto',
  scrollbarWidth: 'none',
})
/** On phones the views scroll sideways under a search of the full width. */
export const scroller = css({
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
  flex: { base: '1 1 8rem', md: '0 1 15rem' },
  minWidth: '8rem',
  marginInlineStart: { md: 'auto' },
})
const ends = css({ wrap: '2' })
const chip = css({
  inlineRow: '2',
  flex: 'none',
  whiteSpace: 'nowrap',
  minHeight: { base: '7', _coarse: 'touch' },
  paddingInline: '2.5',
  fontSize: 'sm',
  border: '1px solid {colors.line}',
  borderRadius: 'md',
  background: 'card',
  cursor: 'pointer',
  _hover: { borderColor: 'faint' },
})
