import { useBatchSteps } from '#blocks/workflow/use-batch-steps.tsx'
import { useCallback, useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { Redirect, useLocation } from 'wouter'
import { useAddAction } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css, cx } from '#css/css'
import { can, type Id } from '#core/access/access.ts'
import type { TabProps } from '#core/module/define-module.ts'
import type { Items } from '#core/store/records.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { EmptyState } from '#ui/states/states.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import type { Project } from '../../projects/entities.ts'
import { DefaultsDialog } from '../dialogs/defaults-dialog.tsx'
import { PdfDialog } from '../dialogs/pdf-dialog.tsx'
import { PunchItemDialog } from '../dialogs/punch-item-dialog.tsx'
import { punchItems, type PunchItem } from '../entities.ts'
import { mayAssign, mayCheck } from '../guards.ts'
import { BatchBar } from '../parts/batch-bar.tsx'
import { chosen, groupsOf, offerOf, type Choice, type Group } from '../parts/grouping.ts'
import { PunchDetail } from '../parts/punch-detail.tsx'
import { FoldGroup } from '#blocks/record-tab/fold-group.tsx'
import { useRows } from '#blocks/record-tab/use-rows.tsx'
import { useOpened } from '#blocks/record-tab/use-opened.ts'
import { PunchPlan } from '../parts/punch-plan.tsx'
import { PunchRow } from '../parts/punch-row.tsx'
import { Toolbar } from '../parts/toolbar.tsx'
import { useChoice } from '../parts/use-choice.ts'

/** A project's punch items in groups, beside the open one, or either of them on a phone. @useSignals */
export default function PunchTab({ record: project, rest }: TabProps<Project>) {
  const { session } = useServices()
  const [, navigate] = useLocation()
  const [choice, choose] = useChoice(project.id)
  const { selection, select, setSelection } = useSelection()
  const [dialog, setDialog] = useState<'add' | 'defaults' | 'pdf' | null>(null)
  const [placing, setPlacing] = useState(false)
  const query = useQuery(punchItems, { params: { project_id: project.id } })
  const user = session.user.value
  const path = `/projects/${project.id}/punch_items`
  const { opened, elsewhere } = useOpened(punchItems, rest, { project_id: project.id })
  const isActive = project.archived_at === null
  const mayAdd = isActive && can('create', 'punchItems')(user)
  const maySelect = isActive && mayAssign(user) && !opened
  const isPlan = choice.layout === 'plan' && !opened
  const add = () => (isPlan ? setPlacing(true) : setDialog('add'))
  useAddAction(mayAdd ? { label: 'Add punch item', onAdd: add } : null)

  const { groups, offer, ids, count } = useGroups(query.items, choice)
  const rowsOf = useRows()
  const isClosing = ({ key }: Group) => choice.group === 'state' && key === 'completed'

  if (elsewhere !== null) return <Redirect to={elsewhere} replace />
  return (
    <ParentScope project_id={project.id}>
      <div className={columns} data-open={opened ? true : undefined}>
        <div className={cx(css({ display: 'grid', gap: '3', minWidth: '0' }), opened && onlyWide)}>
          <div className={tools}>
            <Toolbar offer={offer} choice={choice} onChange={choose} />
            <Actions
              project={project}
              mayAdd={mayAdd}
              assigns={mayAssign(user)}
              isEmpty={count === 0}
              variant={opened ? 'outline' : 'solid'}
              onAdd={add}
              onDialog={setDialog}
            />
          </div>
          {isPlan ? (
            <PunchPlan
              project_id={project.id}
              items={query.items}
              ids={ids}
              isActive={isActive}
              adding={placing}
              onAdding={setPlacing}
            />
          ) : groups.length ? (
            <Card flush>
              {groups.map((group) => (
                <FoldGroup
                  key={`${choice.group} ${group.key}`}
                  label={group.label}
                  note={<Note group={group} isClosing={isClosing(group)} />}
                  folded={choice.group === 'state' && group.key === 'closed'}
                  tools={isActive && isClosing(group) && <CloseAll items={query.items} ids={group.ids} />}
                  rows={rowsOf(punchItems, group.ids, (item, id) => (
                    <PunchRow
                      item={item}
                      href={`${path}/${id}`}
                      isOpen={opened?.id === id}
                      isActive={isActive}
                      narrow={opened !== undefined}
                      selected={maySelect ? selection.has(id) : undefined}
                      onSelect={select}
                    />
                  ))}
                />
              ))}
            </Card>
          ) : query.state.value === 'never' ? (
            <NotLoaded failure={query.failure.value} retry={query.ask} />
          ) : (
            <EmptyState icon={punchItems.display.icon} title={count ? 'No such punch items.' : 'No punch items yet.'}>
              What is left to put right, with photos of it, stands here.
            </EmptyState>
          )}
          {selection.size > 0 && maySelect && !isPlan && (
            <BatchBar
              project={project}
              items={query.items}
              ids={selection}
              onSelect={(items) => setSelection(new Set(items.map(({ id }) => id)))}
            />
          )}
        </div>
        {opened && (
          <div key={opened.id} className={css({ display: 'grid', gap: '3', minWidth: '0' })}>
            <span>
              <LinkButton variant="outline" icon="arrow-left" href={path}>
                Punch items
              </LinkButton>
            </span>
            <PunchDetail item={opened} readOnly={!isActive} onGone={() => navigate(path, { replace: true })} />
          </div>
        )}
      </div>
      {dialog === 'defaults' && <DefaultsDialog known={query.items} onClose={() => setDialog(null)} />}
      {dialog === 'pdf' && <PdfDialog project={project} items={query.items} onClose={() => setDialog(null)} />}
      {dialog === 'add' && (
        <PunchItemDialog
          project_id={project.id}
          onClose={() => setDialog(null)}
          onSaved={({ id }) => navigate(`${path}/${id}`)}
        />
      )}
    </ParentScope>
  )
}

/** The groups of what is chosen to be seen, and what there is to choose from. @useSignals */
function useGroups(items: ReadonlySignal<Items<PunchItem>>, choice: Choice) {
  const { session } = useServices()
  const today = useToday()
  const user = session.user.value
  const viewer = {
    me: user?.id ?? 0,
    mayCheck: (item: Parameters<typeof mayCheck>[0]) => user !== null && mayCheck(item, user),
  }
  return useSummary(
    items,
    (all) => {
      const shown = chosen(all, choice, viewer)
      return {
        groups: groupsOf(shown, choice.group, today),
        offer: offerOf(all, viewer),
        ids: shown.map(({ id }) => id),
        count: all.length,
      }
    },
    [choice, user, today],
  )
}

/** The items that are chosen, to be changed together. */
function useSelection() {
  const [selection, setSelection] = useState<ReadonlySet<Id>>(new Set())
  const select = useCallback(
    (id: Id, on: boolean) =>
      setSelection((before) => new Set(on ? [...before, id] : [...before].filter((one) => one !== id))),
    [],
  )
  return { selection, select, setSelection }
}

interface ActionsProps {
  project: Project
  mayAdd: boolean
  assigns: boolean
  isEmpty: boolean
  variant: 'outline' | 'solid'
  onAdd: () => void
  onDialog: (dialog: 'defaults' | 'pdf') => void
}

const Actions = ({ project, mayAdd, assigns, isEmpty, variant, onAdd, onDialog }: ActionsProps) => (
  <span className={actions}>
    {mayAdd && assigns && (
      <Button className={atDesk} variant="outline" icon="list-checks" onClick={() => onDialog('defaults')}>
        Add defaults
      </Button>
    )}
    {!isEmpty && (
      <Button className={atDesk} variant="outline" icon="printer" onClick={() => onDialog('pdf')}>
        PDF by assignee
      </Button>
    )}
    {mayAdd && (
      <>
        <LinkButton variant="outline" icon="camera" href={`/projects/${project.id}/walk`}>
          Walk
        </LinkButton>
        <Button className={atDesk} variant={variant} icon="plus" onClick={onAdd}>
          Add punch item
        </Button>
      </>
    )}
  </span>
)

const Note = ({ group: { ids, late }, isClosing }: { group: Group; isClosing: boolean }) => (
  <>
    {isClosing ? `${ids.length} to check and close` : ids.length}{' '}
    {late > 0 && <Tag tone="attention">{late} overdue</Tag>}
  </>
)

/** Closes what waits to be checked, as far as the user checks it. @useSignals */
const CloseAll = ({ items, ids }: { items: ReadonlySignal<Items<PunchItem>>; ids: readonly Id[] }) => {
  const { session, store } = useServices()
  const { begin, busy, asked } = useBatchSteps(punchItems)
  const user = session.user.value
  const own = useSummary(
    items,
    (all) => all.filter((item) => ids.includes(item.id) && user !== null && mayCheck(item, user)).map(({ id }) => id),
    [ids, user],
  )
  return (
    <>
      {own.length > 1 && (
        <Button
          variant="outline"
          icon="check"
          loading={busy}
          onClick={() =>
            begin(
              'close',
              own.flatMap((id) => store.of(punchItems).peek(id) ?? []),
            )
          }
        >
          Close all {own.length}
        </Button>
      )}
      {asked}
    </>
  )
}

const columns = css({
  display: 'grid',
  gap: '4',
  alignItems: 'start',
  '&[data-open]': { lg: { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 30rem)' } },
})
const tools = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: '2',
})
const actions = css({ display: 'flex', flexWrap: 'wrap', gap: '2' })
const atDesk = css({ display: { base: 'none', md: 'inline-flex' } })
const onlyWide = css({ display: { base: 'none!', lg: 'grid!' } })
