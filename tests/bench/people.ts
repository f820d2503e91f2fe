export const CUSTOMERS = 10_000

const first = ['River', 'Mason', 'North', 'Harbor', 'Union', 'Field', 'Stone', 'Oak', 'Summit', 'Prairie', 'Lake']
const second = ['Electric', 'Plaza', 'Builders', 'Dairy', 'School', 'Hospital', 'Winery', 'Motors', 'Homes', 'Foods']

/** The nth of many customers, which is always the same. */
export const customer = (n: number) => ({
  name: `${first[n % first.length]} ${second[(n * 7) % second.length]} ${n}`,
  email: `office${n}@customer${n % 977}.example`,
  phone_number: `509555${String(n % 10_000).padStart(4, '0')}`,
})
