import { todayOf } from '../../company/guards.ts'
import { customers } from '../../customers/entities.ts'
import { phases } from '../../phases/entities.ts'
import { users } from '../../users/entities.ts'
import type { Sample } from '#server/define-server.ts'
import type { Address } from '#lib/address.ts'
import { JOB_HUES, projects } from '../entities.ts'

/** The sites of the sample company, on both sides of the Columbia: name, first house number, address and coordinates. */
const places = [
  ['Canyon Lakes', 1514, 'W 21st Ave', 'Kennewick', 'WA', '99337', 46.1906, -119.1361],
  ['Columbia Point', 401, '6th St', 'Umatilla', 'OR', '97882', 45.9174, -119.3425],
  ['Hanford 300', 2345, 'Stevens Dr', 'Richland', 'WA', '99354', 46.344, -119.2796],
  ['Southridge', 3520, 'Southridge Blvd', 'Kennewick', 'WA', '99338', 46.18, -119.199],
  ['Pasco', 1215, 'W Court St', 'Pasco', 'WA', '99301', 46.2396, -119.1079],
  ['Queensgate', 1950, 'Keene Rd', 'Richland', 'WA', '99352', 46.2552, -119.3068],
  ['Clover Island', 210, 'Clover Island Dr', 'Kennewick', 'WA', '99336', 46.2177, -119.1131],
  ['Meadow Springs', 980, 'E Highland Ave', 'Hermiston', 'OR', '97838', 45.8336, -119.278],
  ['Finley', 37208, 'S Finley Rd', 'Kennewick', 'WA', '99337', 46.1546, -119.0339],
  ['Badger Mountain', 1700, 'Dallas Rd', 'Richland', 'WA', '99352', 46.2262, -119.3352],
  ['Vista Field', 6850, 'W Deschutes Ave', 'Kennewick', 'WA', '99336', 46.219, -119.202],
  ['Road 68', 5204, 'Road 68', 'Pasco', 'WA', '99301', 46.2716, -119.1892],
] as const
const kinds = ['Elementary', 'Tenant Fit-out', 'Area Lighting', 'Dental', 'Water Reclamation']

/** The places of last year's jobs among all, and the first of those that others won. */
const LAST_YEARS = [12, 36] as const
const LOST = 50

/** The address of a place's nth site, one block after the previous one. */
function siteAt([, first, street, city, state, postal_code, lat, lng]: (typeof places)[number], nth: number): Address {
  const geotag = { lat, lng: Number((lng + nth * 0.0014).toFixed(5)) }
  return { line1: `${first + nth * 100} ${street}`, line2: '', city, state, postal_code, geotag }
}

export const sample: Sample = {
  after: ['customers', 'phases', 'contact-types'],
  async seed(ctx, { pick, story }) {
    const { save, all, now } = ctx
    const known = await all(customers)
    const stages = await all(phases)
    const people = await all(users, { customer_id: null })
    const team = people.filter(({ contact_type_id }) => contact_type_id === null)
    const contact = people.find(({ contact_type_id }) => contact_type_id !== null)
    const today = await todayOf(ctx)
    const { phasesOf, crewOf } = story(today)
    const [year, lastYear] = [today.slice(2, 4), String(Number(today.slice(0, 4)) - 1).slice(2)]
    let active = 0
    for (let at = 0; at < 60; at++) {
      const place = places[at % places.length] ?? places[0]
      const nth = Math.floor(at / places.length)
      const customer = known[at === 0 ? 0 : pick(known.length)]
      if (!customer) continue
      // As many as so few people can have: the jobs of last year are done, and most plants were bid for and lost.
      const isLastYears = at >= LAST_YEARS[0] && at < LAST_YEARS[1]
      const isArchived = at % 9 === 8 || isLastYears || at >= LOST
      const job = isArchived ? -1 : active++
      const named = new Set([team[pick(team.length)], team[pick(team.length)], ...(at === 3 ? [contact] : [])])
      const someStages = stages.slice(pick(2), 1 + pick(4)).map(({ id }) => id)
      const built = phasesOf(job).map(({ stage }) => stages.find(({ name }) => name === stage)?.id ?? 0)
      if (built.length)
        for (const name of ['manager', ...crewOf(job)])
          named.add(team.find(({ email }) => email?.startsWith(`${name}@`)))
      await save(projects, {
        customer_id: customer.id,
        name: `${place[0]} ${kinds[nth]}`,
        number: `${isLastYears ? lastYear : year}-${String(at + 1).padStart(3, '0')}`,
        address: siteAt(place, nth),
        color: 1 + (at % JOB_HUES),
        overtime_rule: at % 5 < 2 ? 'prevailing' : 'standard',
        project_phases: (built.length ? [...new Set(built)] : someStages).map((phase_id) => ({ phase_id })),
        project_users: [...named].flatMap((person) => (person ? [{ user_id: person.id }] : [])),
        ...(at === 0 && { guest_contact_id: team[0]?.id ?? null }),
        ...(isArchived && { archived_at: now, archived_id: team[0]?.id ?? null }),
      })
    }
  },
}
