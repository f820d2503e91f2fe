import { between, defineServer, refuse, serve } from '#server/define-server.ts'
import { notifications } from './entities.ts'

export default defineServer({
  serve: [
    serve(notifications, {
      visible: ({ user }) => ({ user_id: user.id }),
      actions: {
        read: (notification, { now }) => ({ ...notification, read_at: notification.read_at ?? now }),
      },
      collectionActions: {
        /** Reads all, or those about one record: `{ subject_type, subject_id }`. */
        async read_all({ user, now, all, save }, { subject_type, subject_id }) {
          const about =
            typeof subject_type === 'string' && typeof subject_id === 'number'
              ? { subject_type, subject_id }
              : undefined
          if (subject_type !== undefined && !about)
            refuse('Name the record by its type and id.', { subject_id: ['Subject must be a record.'] })
          const unread = await all(notifications, { user_id: user.id, read_at: null, ...about })
          for (const { id } of unread) await save(notifications, { id, read_at: now })
          return unread
        },
      },
    }),
  ],
  retention: [
    {
      name: 'Notifications that were read',
      entity: notifications,
      days: 60,
      expired: (before) => ({ read_at: between(null, before) }),
    },
  ],
})
