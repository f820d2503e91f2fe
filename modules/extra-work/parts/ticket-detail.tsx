import { useServices } from '#blocks/services/services.tsx'
import { StateTag } from '#blocks/workflow/state-tag.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import { formatWeekday } from '#lib/days.ts'
import { formatMoney } from '#lib/money.ts'
import { formatDone } from '#lib/moments.ts'
import { formatHours, formatNumber } from '#lib/numbers.ts'
import { Signature } from '#ui/signature/signature.tsx'
import { Files } from '../../attachments/index.ts'
import { ItemCard, type ItemDetailProps } from '../../work-items/components.ts'
import { numberOf } from '../../work-items/entities.ts'
import TicketDialog from '../dialogs/ticket-dialog.tsx'
import { extraWork, type ExtraWork } from '../entities.ts'
import { amountOf, hoursOf } from '../guards.ts'
import { kindLabels } from '../labels.ts'

/** Shows a ticket: the work and its reason, people, materials and the signature. @useSignals */
export const TicketDetail = ({ item: ticket, readOnly, onGone }: ItemDetailProps<ExtraWork>) => {
  const services = useServices()
  const user = services.session.user.value
  const mayEdit = !readOnly && can('edit', 'extra_work')(user)
  const amount = amountOf(ticket)
  async function print() {
    const { ticketFile } = await import('./ticket-file.ts')
    await ticketFile(ticket, services)
  }
  return (
    <ItemCard
      entity={extraWork}
      record={ticket}
      name={`Extra work ${numberOf(ticket)}`}
      tags={<StateTag entity={extraWork} record={ticket} />}
      text={ticket.description}
      facts={[
        { label: 'Day', value: formatWeekday(ticket.date) },
        { label: 'Requested by', value: ticket.asked_by_name },
        { label: 'Hours', value: `${formatHours(hoursOf(ticket))} h` },
        ...(amount === null ? [] : [{ label: 'Materials', value: formatMoney(amount) }]),
        { label: 'Recorded by', value: ticket.user_name },
        ...(ticket.assigned_name ? [{ label: 'Assigned to', value: ticket.assigned_name }] : []),
      ]}
      readOnly={readOnly}
      mayEdit={mayEdit}
      Form={TicketDialog}
      print={print}
      onGone={onGone}
      below={
        <>
          {ticket.people.length > 0 && (
            <Lines
              label="People"
              lines={ticket.people.map(({ name, trade, kind, hours }) => ({
                what: name,
                of: [trade, kind !== 'regular' && kindLabels[kind]].filter(Boolean).join(' · '),
                much: `${formatHours(hours)} h`,
              }))}
            />
          )}
          {ticket.materials.length > 0 && (
            <Lines
              label="Materials and equipment"
              lines={ticket.materials.map(({ description, quantity, unit, price }) => ({
                what: description,
                of: [formatNumber(quantity), unit].filter(Boolean).join(' '),
                much: typeof price === 'number' ? formatMoney(quantity * price) : '',
              }))}
            />
          )}
          {ticket.signature_path && ticket.signed_at && (
            <div>
              <Signature path={ticket.signature_path} label={`Signature of ${ticket.signed_by}`} />
              <p className={css({ textStyle: 'note' })}>
                Signed by {ticket.signed_by}, {formatDone(ticket.signed_at)}
              </p>
            </div>
          )}
          {ticket.refused_reason && !ticket.signed_at && (
            <p className={css({ color: 'attention', overflowWrap: 'anywhere' })}>
              <b>Refused</b>: {ticket.refused_reason}
            </p>
          )}
          <Files
            on={{ type: extraWork.table, id: ticket.id }}
            mayAdd={mayEdit}
            mayEdit={({ user_id }) => !readOnly && user_id === user?.id}
          />
        </>
      }
    />
  )
}

const Lines = ({ label, lines }: { label: string; lines: readonly { what: string; of: string; much: string }[] }) => (
  <section aria-label={label}>
    <h3 className={css({ textStyle: 'label' })}>{label}</h3>
    <ul>
      {lines.map(({ what, of, much }, at) => (
        <li key={at} className={line}>
          <span className={css({ overflowWrap: 'anywhere' })}>{what}</span>
          <span className={css({ color: 'muted', overflowWrap: 'anywhere' })}>{of}</span>
          <span>{much}</span>
        </li>
      ))}
    </ul>
  </section>
)

const line = css({
  stack: '2',
  gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr) auto',
  paddingBlock: '1.5',
  borderBottom: '1px solid {colors.line}',
  fontVariantNumeric: 'tabular-nums',
})
