import { useState } from 'react'
import { useMay } from '#blocks/offered/offered.tsx'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { choiceLabel } from '#lib/choice-label.ts'
import { formatDay } from '#lib/days.ts'
import { formatTime } from '#lib/moments.ts'
import type { Report, ReportFilters } from '#core/report/report.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Switch } from '#ui/switch/switch.tsx'
import { mailsOthers, reportMails, type ReportMail } from '../entities.ts'

const whenOf = ({ day, time }: ReportMail) =>
  `${choiceLabel(day)}${['every_day', 'first_of_month', 'weekdays'].includes(day) ? '' : 's'}, ${formatTime(time)}`

/** Who gets a report by mail and when: one's own, and others' for who decides about them. @useSignals */
export const MailList = ({ report, filters }: { report: Report; filters: ReportFilters }) => {
  const { session } = useServices()
  const me = session.user.value
  const [adding, setAdding] = useState(false)
  const known = useQuery(reportMails, { filters: { report: report.name } })
  const mails = useRecords(known.items)
  const may = useMay()(reportMails, 'create')
  // Fixed days would say the same every week.
  const { from: _, to: __, ...moving } = filters
  if (!may || !me) return null
  return (
    <section className={card} aria-labelledby="by-mail">
      <h2 id="by-mail" className={head}>
        Sent by mail
        <Button size="sm" variant="outline" icon="mail" onClick={() => setAdding(true)}>
          Send by mail
        </Button>
      </h2>
      {mails.length > 0 && (
        <ul>
          {mails.map((mail) => (
            <Line key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
      {known.state.value !== 'never' && mails.length === 0 && (
        <p className={css({ color: 'muted' })}>With its PDF and its figures, at a time of the company’s day.</p>
      )}
      {adding && (
        <EntityDialog
          entity={reportMails}
          initial={{ user_id: me.id, report: report.name, filters: moving }}
          fields={mailsOthers(me) ? ['user_id', 'day', 'time'] : ['day', 'time']}
          title={`Send “${report.title}” by mail`}
          onClose={() => setAdding(false)}
        />
      )}
    </section>
  )
}

/** @useSignals */
const Line = ({ mail }: { mail: ReportMail }) => {
  const { api } = useServices()
  const [removing, setRemoving] = useState(false)
  async function turn(active: boolean) {
    const result = await api(reportMails).save({ id: mail.id, active })
    if (!result.ok) toastFailure(result)
  }
  const by = Object.values(mail.filters).map((value) => choiceLabel(value))
  return (
    <li className={line}>
      <span className={css({ flex: '1 1 12rem' })}>
        <b className={css({ fontWeight: 'strong' })}>{mail.user_name}</b>
        <small className={css({ display: 'block', color: 'muted' })}>
          {[whenOf(mail), ...by, mail.sent_on ? `last ${formatDay(mail.sent_on)}` : ''].filter(Boolean).join(' · ')}
          {mail.ended_reason && <span className={css({ color: 'attention' })}> {mail.ended_reason}</span>}
        </small>
      </span>
      <Switch aria-label={`Mail to ${mail.user_name}`} value={mail.active} onChange={(on) => void turn(on)} />
      <IconButton
        icon="trash-2"
        aria-label={`Delete the mail to ${mail.user_name}`}
        onClick={() => setRemoving(true)}
      />
      {removing && <DeleteRecord entity={reportMails} record={mail} onClose={() => setRemoving(false)} />}
    </li>
  )
}

const card = css({ marginTop: '4', maxWidth: '40rem', padding: '4', layerStyle: 'card' })
const head = css({ wrap: '2', justifyContent: 'space-between', marginBottom: '2', textStyle: 'section' })
const line = css({ wrap: '2', paddingBlock: '1.5' })
