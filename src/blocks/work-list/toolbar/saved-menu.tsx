import { memo, useState } from 'react'
import { can } from '#core/access/access.ts'
import { areaOf, type Entity } from '#core/entity/entity.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import { DeleteRecord } from '../../entity-form/delete-record.tsx'
import { useOutcome } from '../../failure/use-outcome.ts'
import { lazyDialog } from '../../lazy-dialog/lazy-dialog.tsx'
import { useResource, useServices } from '../../services/services.tsx'
import type { Saved, SavedView } from '../use-saved.ts'

const EntityDialog = lazyDialog(async () => (await import('../../entity-form/entity-dialog.tsx')).EntityDialog<Entity>)

type Open = 'save' | 'rename' | 'delete'

/** Saves what is shown of a list as a view, and changes the view that is shown (rule saved-view). @useSignals */
export const SavedMenu = memo(
  ({
    list,
    entity,
    active,
    left,
    now,
  }: Pick<Saved, 'active' | 'left' | 'now'> & {
    /** What is listed. */
    list: Entity
    entity: Entity
  }) => {
    const { session, store } = useServices()
    const resource = useResource(entity)
    const report = useOutcome()
    const [open, setOpen] = useState<Open | null>(null)
    const user = session.user.value
    const mayShare = can('edit', areaOf(list))(user)
    const mayChange = (view: SavedView | undefined): view is SavedView =>
      view !== undefined && (view.shared ? mayShare : view.user_id === user?.id)
    async function keep({ id, name }: SavedView) {
      const { area: _, list: __, ...shown } = now
      report(await resource.save({ id, ...shown }), `“${name}” saved.`)
    }
    const items: MenuItem[] = [
      ...(mayChange(left) ? [{ label: `Save in “${left.name}”`, icon: 'check', onSelect: () => void keep(left) }] : []),
      { label: 'Save as a view', icon: 'plus', onSelect: () => setOpen('save') },
      ...(mayChange(active)
        ? [
            { label: `Change “${active.name}”`, icon: 'pencil', separated: true, onSelect: () => setOpen('rename') },
            { label: `Delete “${active.name}”`, icon: 'trash-2', danger: true, onSelect: () => setOpen('delete') },
          ]
        : []),
    ]
    const fields = mayShare ? ['name', 'shared'] : ['name']
    const help = { shared: 'Everybody who sees this list has the view as well.' }
    const close = () => setOpen(null)
    const record = active && store.of(entity).peek(active.id)
    return (
      <>
        <Menu
          label="Views"
          trigger={<IconButton icon="plus" variant="ghost" aria-label="Save or change a view" />}
          items={items}
        />
        {open === 'save' && (
          <EntityDialog
            entity={entity}
            initial={now}
            fields={fields}
            help={help}
            title="Save as a view"
            onClose={close}
          />
        )}
        {open === 'rename' && record && (
          <EntityDialog
            entity={entity}
            record={record}
            fields={fields}
            help={help}
            title="Change view"
            onClose={close}
          />
        )}
        {open === 'delete' && record && <DeleteRecord entity={entity} record={record} onClose={close} />}
      </>
    )
  },
)
