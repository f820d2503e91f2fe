import { customers } from '../../customers/entities.ts'
import type { Sample } from '#server/define-server.ts'
import { users } from '../entities.ts'

const team = [
  ['Dana Mercer', 'admin', 'admin', null],
  ['Ray Ochoa', 'manager', 'project_manager', null],
  ['Priya Shah', 'office', 'office_staff', null],
  ['Luis Ortega', 'foreman', 'foreman', 'journeyman'],
  ['Kim Tran', 'employee', 'employee', 'apprentice'],
  ['Pat Olsen', 'pat', 'employee', 'journeyman'],
  ['Sam Whitfield', 'sam', 'foreman', 'journeyman'],
  ['Marisol Vega', 'marisol', 'employee', 'journeyman'],
  ['Theo Brandt', 'theo', 'employee', 'apprentice'],
  ['Aisha Kone', 'aisha', 'employee', 'laborer'],
  ['Grant Lowe', 'grant', 'project_manager', null],
  ['Nell Abbott', 'nell', 'employee', 'journeyman'],
] as const

/** Creates at least one user for each role, and a customer's guest, with addresses at plumbline.test. */
export const sample: Sample = {
  after: ['customers', 'phases'],
  async seed({ save, all }, { pick, setPassword }) {
    for (const [at, [name, mailbox, role, license]] of team.entries()) {
      const { id } = await save(users, {
        name,
        email: `${mailbox}@plumbline.test`,
        phone_number: `1509555${String(1000 + pick(9000))}`,
        role,
        license,
        employee_code: `E${100 + at}`,
        schedulable: license !== null,
        track_time: at < 5 || license !== null,
      })
      await setPassword(id)
    }
    const [customer] = await all(customers, { name: 'Kennewick School District' })
    const guestOf = await save(users, {
      name: 'Jo Reyes',
      email: 'customer@plumbline.test',
      phone_number: '15095550142',
      role: 'Facilities manager',
      ...(customer && { customer_id: customer.id }),
    })
    await setPassword(guestOf.id)
  },
}
