import { area, can, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, date, flag, lines, longText, number, ref, related, text } from '#core/entity/fields.ts'
import { signature } from '#core/entity/signature.ts'
import { itemFacts, itemFields, workItem } from '../work-items/entities.ts'
import { lockedErrors, mayAttach, statementOf } from './guards.ts'

declare module '#core/entity/totals.ts' {
  interface Counted {
    'project.open_extra_work': number
  }
}

/** Work outside the contract, recorded on site and signed for before anyone forgets (rule extra-work). */
export const extraWork = defineEntity('extra_work', {
  ...workItem('extra_work', { noun: 'extra work ticket', icon: 'clipboard-list' }),
  area: area('extra_work', {
    project_manager: ['view', 'create', 'edit', 'delete'],
    office_staff: ['view', 'create', 'edit'],
    foreman: ['view', 'create', 'edit'],
    employee: ['view'],
    customer: ['view'],
    contact: ['view'],
  }),
  access: { next_number: can('create', 'extra_work') },
  sort: '-number',
  queries: ['next_number'],
  fields: {
    ...itemFields('extra work ticket'),
    description: longText().optional().label('What and why').searchable(),
    date: date().label('Day of the work'),
    asked_by_id: ref('user', { onDelete: 'keep' }).optional().label('Requested by'),
    people: lines({
      name: text(),
      trade: text().optional(),
      hours: number({ min: 0.25, max: 24, hours: true }),
      kind: choice('regular', 'overtime', 'double').default('regular'),
    }),
    materials: lines({
      kind: choice('material', 'equipment').default('material'),
      description: text(),
      quantity: number({ min: 0 }),
      unit: text().optional(),
      price: number({ min: 0 }).optional().label('Price each').readableBy(staff).writableBy(staff),
    }).label('Materials and equipment'),
    shared: flag().default(false).label('Shared with guests of the project').writableBy(staff),
    signature_path: signature().optional().readonly(),
    signed_by: text().optional().readonly(),
    refused_reason: longText().optional().readonly(),
  },
  computed: { ...itemFacts(), asked_by_name: related<string | null>('asked_by_id', 'name').searchable() },
  totals: {
    'project.open_extra_work': {
      of: 'project_id',
      where: { sent_at: null, refused_at: null, billed_at: null },
      labels: ['open extra work ticket', 'open extra work tickets'],
    },
  },
  // What is reopened has to be signed again.
  effects: { reopen: () => ({ signature_path: null, signed_by: null }) },
  rules: {
    validate: (draft, before) => lockedErrors(draft, before),
    mayAttach: (at, ticket, { user }) => mayAttach(at, ticket, user),
  },
  workflow: {
    states: {
      draft: { label: 'Draft', tone: 'neutral' },
      refused: { label: 'Refused', tone: 'attention', stamp: 'refused' },
      signed: { label: 'Signed', tone: 'primary', stamp: 'signed' },
      sent: { label: 'Sent', tone: 'primary', stamp: 'sent' },
      billed: { label: 'Billed', tone: 'done', stamp: 'billed' },
    },
    steps: {
      sign: {
        from: ['draft', 'refused'],
        to: 'signed',
        label: 'Sign',
        icon: 'pencil',
        done: 'Ticket signed.',
        asks: { signed_by: text().label('Name of who signs'), signature_path: signature().label('Signature') },
        question: { title: 'Sign', message: statementOf },
        undo: 'reopen',
        primary: ['draft'],
      },
      refuse: {
        from: ['draft'],
        to: 'refused',
        label: 'Refused',
        icon: 'ban',
        done: 'Ticket kept as refused.',
        reason: { field: 'refused_reason', message: 'Add why it was refused.' },
        undo: 'reopen',
        button: true,
      },
      send: {
        from: ['signed', 'refused'],
        to: 'sent',
        label: 'Mark as sent',
        icon: 'send',
        done: 'Ticket marked as sent.',
        undo: 'unsend',
        primary: ['signed'],
        batch: { past: 'marked as sent' },
      },
      bill: {
        from: ['sent'],
        to: 'billed',
        label: 'Mark as billed',
        icon: 'check',
        done: 'Ticket marked as billed.',
        undo: 'unbill',
        primary: true,
        batch: { past: 'marked as billed' },
      },
      reopen: {
        from: ['signed', 'refused'],
        to: 'draft',
        label: 'Reopen',
        icon: 'undo-2',
        done: 'Ticket reopened. It has to be signed again.',
      },
      unsend: {
        from: ['sent'],
        to: 'signed',
        label: 'Not sent',
        icon: 'undo-2',
        done: 'Ticket is not sent.',
        undo: 'send',
      },
      unbill: {
        from: ['billed'],
        to: 'sent',
        label: 'Not billed',
        icon: 'undo-2',
        done: 'Ticket is not billed.',
        undo: 'bill',
      },
    },
  },
})
export type ExtraWork = RecordOf<typeof extraWork>
