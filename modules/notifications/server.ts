import * as z from 'zod/mini'
import { instant, json, longText, ref, text } from '#core/entity/fields.ts'
import { isObject } from '#lib/is-object.ts'
import { anyOf, between, defineServer, refuse, serve, within } from '#server/define-server.ts'
import { projects } from '../projects/entities.ts'
import { accessEnds } from '../users/slots.ts'
import {
  mutedProjects,
  notificationChoices,
  notificationSettings,
  notifications,
  pushDevices,
  unread,
  type Notification,
} from './entities.ts'
import { latest, LATER, laterJob } from './server/later.ts'
import { DIGEST, digestJob } from './server/digest.ts'
import { forgetDevices, PUSH, pushJob, subscribe } from './server/push.ts'
import { TEXT, textJob } from './server/texts.ts'
import { mountUnsubscribe } from './server/unsubscribe.ts'

/** What a browser's PushManager gives beside the address. */
const keys = json(z.object({ p256dh: z.string(), auth: z.string() }))

export default defineServer({
  serve: [
    serve(notifications, {
      visible: ({ user }) => ({ user_id: user.id }),
      actions: {
        read: (notification, { now }) => ({ ...notification, read_at: notification.read_at ?? now }),
        done: (notification, { now }) => ({ ...notification, done_at: now, later_at: null }),
        /** Hides it until `at`, ISO 8601, and tells it again then. */
        later: {
          asks: { at: instant() },
          async run(notification, { now, enqueue }, body) {
            const at = isObject(body) ? body.at : undefined
            const moment = typeof at === 'string' ? Date.parse(at) : Number.NaN
            // Compared as moments, since the text may name another time zone.
            if (!(moment > Date.parse(now) && moment <= latest(now)))
              refuse('Say when it is to be told again.', { at: ['At must be a time within the next year.'] })
            const later_at = new Date(moment).toISOString()
            await enqueue(LATER, { id: notification.id, at: later_at }, { at: later_at })
            return { ...notification, later_at, done_at: null }
          },
        },
        /** Takes back what `done` or `later` did. */
        back: (notification) => ({ ...notification, done_at: null, later_at: null }),
      },
      collectionActions: {
        /** Reads all, or those about one record: `{ subject_type, subject_id }`. */
        read_all: {
          asks: { subject_type: text().optional(), subject_id: ref({ typedBy: 'subject_type' }).optional() },
          async run({ user, now, all, save }, { subject_type, subject_id }) {
            const about =
              typeof subject_type === 'string' && typeof subject_id === 'number'
                ? { subject_type, subject_id }
                : undefined
            if (subject_type !== undefined && !about)
              refuse('Name the record by its type and id.', { subject_id: ['Subject must be a record.'] })
            const waiting = await all(notifications, { user_id: user.id, ...unread, ...about })
            for (const { id } of waiting) await save(notifications, { id, read_at: now })
            return waiting
          },
        },
      },
    }),
    serve(notificationChoices, { visible: ({ user }) => ({ user_id: user.id }) }),
    // A job's name is for those who see the job, also after they have muted it.
    serve(mutedProjects, { visible: ({ user }) => ({ user_id: user.id, project_id: within(projects) }) }),
    serve(notificationSettings, { visible: ({ user }) => ({ user_id: user.id }) }),
    serve(pushDevices, {
      visible: ({ user }) => ({ user_id: user.id }),
      collectionActions: {
        subscribe: { asks: { endpoint: longText(), keys, name: text().optional() }, run: subscribe },
      },
    }),
  ],
  jobs: { [LATER]: laterJob, [TEXT]: textJob, [PUSH]: pushJob, [DIGEST]: digestJob },
  fills: [accessEnds(forgetDevices)],
  routes: mountUnsubscribe,
  retention: [
    {
      name: 'Notifications that were read or are done',
      entity: notifications,
      days: 60,
      expired: (before) =>
        anyOf<Notification>({ read_at: between(null, before), later_at: null }, { done_at: between(null, before) }),
    },
  ],
})
