import { expect, test } from 'vitest'
import { createTestWorld } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'

test('the name in the page is the company’s of now, and without a database that of the configuration', async () => {
  const world = await createTestWorld({ database: await sampleSqlite() })
  const { companyNameNow, services } = world.app
  const admin = await world.signIn('admin@plumbline.test')
  const { id } = (await admin.get('/api/company_settings')).data[0]
  expect((await admin.patch(`/api/company_settings/${id}`, { name: 'Four Rivers Electric' })).status).toBe(200)
  expect(await companyNameNow()).toBe('Four Rivers Electric')
  expect((await admin.get('/api/app')).data.company_name).toBe('Four Rivers Electric')
  await services.database.close()
  expect(await companyNameNow()).toBe('Three Rivers Electric')
})
