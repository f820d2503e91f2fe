import { useState } from 'react'
import { useMay } from '#blocks/offered/offered.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { ParentScope, useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import { Card } from '#ui/card/card.tsx'
import { shareLinks, type ShareLink } from '../entities.ts'
import { LinksMade } from './links-made.tsx'
import { LinkRow } from './links-out.tsx'

/** The links that one made in all jobs and that are open, so that one sees what is out in one's name. @useSignals */
export default function OwnLinks() {
  const me = useServices().session.user.value?.id ?? 0
  const today = useToday()
  const isOffered = useMay()(shareLinks, 'view')
  const [made, setMade] = useState<readonly ShareLink[]>([])
  const query = useQuery(shareLinks, { across: true, filters: { made_by_id: me }, ask: isOffered })
  const links = useRecords(query.items).filter(({ ended_at, until }) => ended_at === null && until >= today)
  if (!isOffered) return null
  if (query.state.value === 'never') return <NotLoaded failure={query.failure.value} retry={query.ask} />
  // Most people share nothing, and need no word about it.
  if (!links.length) return null
  return (
    <>
      <LinksMade links={made} onDone={() => setMade([])} />
      <Card flush role="region" aria-label="Links made">
        <div className={head}>
          <h2 className={css({ textStyle: 'section' })}>Links made</h2>
          <p className={css({ textStyle: 'small', color: 'muted' })}>
            What people without an account see of your jobs, as far as you see it.
          </p>
        </div>
        <ul className={css({ paddingInline: '4' })}>
          {links.map((link) => (
            <ParentScope key={link.id} project_id={link.project_id}>
              <LinkRow
                link={link}
                today={today}
                about={`${link.project_number} · ${link.title}`}
                onMade={(one) => setMade([one])}
              />
            </ParentScope>
          ))}
        </ul>
      </Card>
    </>
  )
}

const head = css({ padding: '4', paddingBlock: '3' })
