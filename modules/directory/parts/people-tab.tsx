import { useEffect, useMemo, useState } from 'react'
import { useInAddress } from '#blocks/address/address.ts'
import { Page } from '#blocks/page/page.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { RecordPicker } from '#blocks/record-picker/record-picker.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { WorkList } from '#blocks/work-list/work-list.tsx'
import { can } from '#core/access/access.ts'
import { downloadText } from '#lib/csv.ts'
import type { ContactType } from '../../contact-types/entities.ts'
import { projects } from '../../projects/entities.ts'
import { users } from '../../users/entities.ts'
import { UserDialog } from '../../users/index.ts'
import type { DirectoryFrame } from './frame.ts'
import { peopleList } from './people-list.tsx'
import { toVcards } from './vcard.ts'

const readId = (text: string | null) => (Number(text) > 0 ? String(Number(text)) : '')

/** The people of one tab. @useSignals */
export const PeopleTab = ({
  tab,
  types,
  actions,
  ...frame
}: DirectoryFrame & { tab: string; types: readonly ContactType[] }) => {
  const { api, session, settings, store } = useServices()
  const user = session.user.value
  const [project, setProject] = useInAddress('project', readId)
  const project_id = Number(project)
  const job = store.of(projects).get(project_id)
  useEffect(() => {
    if (project_id) void api(projects).fetch(project_id)
  }, [api, project_id])
  const [editing, setEditing] = useState<number | null>(null)
  const edited = editing === null ? undefined : store.of(users).get(editing)
  const type = types.find(({ id }) => String(id) === tab)?.id
  const spec = useMemo(
    () => peopleList({ type, isTeam: tab === 'team' }, user, setEditing),
    [type, tab, user, setEditing],
  )
  // All of them are loaded at the start.
  const asked = project_id ? { filters: { project_id } } : { ask: false }
  return (
    <Page {...frame} actions={actions}>
      <WorkList
        spec={spec}
        query={useQuery(users, asked)}
        place={`directory.${tab}`}
        selectable={false}
        {...(can('view', 'projects')(user) && {
          narrow: {
            label: 'Project',
            chosen: project ? (job ? projects.display.title(job) : '…') : null,
            clear: () => setProject(''),
            input: (
              <RecordPicker
                placeholder="Any"
                entity={projects}
                value={project_id || null}
                onChange={(value) => setProject(value === null ? '' : String(value))}
              />
            ),
          },
        })}
        more={[
          {
            label: 'vCard',
            icon: 'contact',
            onSelect: (shown) =>
              downloadText('people.vcf', toVcards(shown(), settings.peek().company_name), 'text/vcard;charset=utf-8'),
          },
        ]}
      />
      {edited && <UserDialog record={edited} onClose={() => setEditing(null)} />}
    </Page>
  )
}
