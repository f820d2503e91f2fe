import { useState, type ComponentType, type ReactNode } from 'react'
import type { Printed } from '#lib/pdf/record-pdf.ts'
import { Facts } from '#blocks/detail/facts.tsx'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { History } from '#blocks/history/history.tsx'
import { Offered } from '#blocks/offered/offered.tsx'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { Steps, type StepsProps } from '#blocks/workflow/steps.tsx'
import { css } from '#css/css'
import { staff } from '#core/access/access.ts'
import { guardOf, type Entity, type RecordOf } from '#core/entity/entity.ts'
import { isTemporary } from '#core/entity/temporary-id.ts'
import { wordsOf } from '#core/entity/wording.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { useShareLink } from '../../share-links/components.ts'
import { Conversation } from '../../messages/index.ts'
import { placeLinks, type MakeProps } from '../index.ts'
import type { Item } from '../entities.ts'
import { mayShareItems } from '../guards.ts'
import { FollowMenu } from './follow-menu.tsx'

export interface ItemCardProps<E extends Entity, R extends Item> {
  readonly entity: E
  readonly record: R
  /** Its name and number: "RFI 014". */
  readonly name: string
  /** Tags beside its name: its state, and whether it is late or private. */
  readonly tags: ReactNode
  readonly text?: string | null
  readonly facts: readonly { label: string; value: ReactNode }[]
  readonly readOnly: boolean
  readonly mayEdit: boolean
  /** The dialog that edits it. */
  readonly Form: ComponentType<MakeProps & { record?: R }>
  /** Where the steps are: in the head by default; `own` if `below` has them, `none` for readers who take no steps. */
  readonly steps?: 'head' | 'own' | 'none'
  readonly asks?: StepsProps<E>['asks']
  /** The content of its PDF; by default its facts and text. */
  readonly printed?: Printed
  /** Makes a PDF of its own instead. */
  readonly print?: () => Promise<void>
  /** Whether the user may write messages; by default everyone who sees it. */
  readonly mayWrite?: boolean
  /** Whether the user may make a message the official answer. */
  readonly mayDecide?: boolean
  /** The text of an empty conversation. */
  readonly nobodyWrote?: string
  readonly onGone: () => void
  /** Content below its text, such as files. */
  readonly children?: ReactNode
  /** Content above its facts, such as photos. */
  readonly above?: ReactNode
  /** Content below its facts, such as a checklist. */
  readonly below?: ReactNode
}

/** Shows a work item with its state, steps, text, facts, place, conversation and history. @useSignals */
export const ItemCard = <E extends Entity, R extends Item & RecordOf<E>>({
  entity,
  record,
  name,
  tags,
  text,
  facts,
  readOnly,
  mayEdit,
  Form,
  steps = 'head',
  asks,
  printed,
  print,
  mayWrite = true,
  mayDecide = false,
  nobodyWrote,
  onGone,
  children,
  above,
  below,
}: ItemCardProps<E, R>) => {
  const services = useServices()
  const user = services.session.user.value
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const mayDelete = !readOnly && guardOf(entity, 'delete')(user)
  const close = () => setOpen(null)
  const edit: MenuItem = { label: 'Edit', icon: 'pencil', onSelect: () => setOpen('edit') }
  const remove: MenuItem = { label: 'Delete', icon: 'trash-2', danger: true, onSelect: () => setOpen('delete') }
  async function save() {
    const { itemFile } = await import('./item-pdf.ts')
    await itemFile(entity, record, printed ?? { name, facts: facts.filter(isText), text: text ?? null }, services)
  }
  const pdf: MenuItem = {
    label: 'PDF',
    icon: 'download',
    onSelect: () =>
      void (print ?? save)().catch((failure: unknown) =>
        toast.error(failure instanceof Error ? failure.message : 'The file could not be created.'),
      ),
  }
  const { id, project_id } = record
  const isPrivate = 'private' in record && record.private === true
  const share = useShareLink(
    { project_id, noun: name, what: 'work_item', target_type: entity.table, target_id: id },
    !readOnly && !isPrivate && !isTemporary(id) && mayShareItems(entity, user, record),
  )
  // A record of an archived project can still be printed.
  const items = [pdf, ...share.items, ...(mayDelete ? [{ ...remove, separated: true }] : [])]
  const hasSteps = steps === 'head' && !readOnly
  return (
    <ParentScope project_id={record.project_id}>
      <Card className={css({ column: '4' })}>
        <div className={css({ wrap: '2' })}>
          <span className={css({ color: 'muted', fontWeight: 'strong' })}>{name}</span>
          {tags}
          <WaitingTag entity={entity} id={record.id} />
          <div className={css({ flow: '2', marginInlineStart: 'auto' })}>
            <FollowMenu entity={entity} record={record} />
            {hasSteps && (
              <Steps
                entity={entity}
                record={record}
                {...(asks && { asks })}
                items={mayEdit ? [edit, ...items] : items}
              />
            )}
            {steps === 'own' && mayEdit && (
              <IconButton variant="outline" icon="pencil" aria-label={wordsOf(entity).edit} onClick={edit.onSelect} />
            )}
            {!hasSteps && steps !== 'none' && (
              <Menu
                label="More"
                trigger={<IconButton variant="outline" icon="ellipsis" aria-label="More" />}
                items={items}
              />
            )}
          </div>
        </div>
        <div>
          <h2 className={css({ textStyle: 'section', overflowWrap: 'anywhere' })}>{record.title}</h2>
          {text && <p className={paragraph}>{text}</p>}
          {children}
        </div>
        {above}
        <Facts
          items={[
            ...facts,
            ...(record.pin
              ? [{ label: 'On sheet', value: <SlotOutlet slot={placeLinks} props={{ entity, record }} /> }]
              : []),
          ]}
        />
        {below}
        <hr className={css({ border: '0', borderTop: '1px solid {colors.line}' })} />
        <Conversation
          about={{ type: entity.table, id: record.id }}
          mayWrite={!readOnly && mayWrite}
          mayDelete={mayDelete}
          mayDecide={!readOnly && mayDecide}
          {...(nobodyWrote !== undefined && { empty: nobodyWrote })}
        />
        {staff(user) && (
          <Offered entity={entity} verb="history">
            <details>
              <summary className={css({ cursor: 'pointer', color: 'muted', fontWeight: 'medium' })}>History</summary>
              <History entity={entity} record={record} />
            </details>
          </Offered>
        )}
        {share.dialog}
        {open === 'edit' && <Form project_id={record.project_id} record={record} onClose={close} />}
        {open === 'delete' && <DeleteRecord entity={entity} record={record} onClose={close} onDeleted={onGone} />}
      </Card>
    </ParentScope>
  )
}

const isText = (fact: { label: string; value: ReactNode }): fact is { label: string; value: string } =>
  typeof fact.value === 'string'

const paragraph = css({ marginTop: '1', maxWidth: 'reading', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' })
