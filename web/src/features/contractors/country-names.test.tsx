import { EMPTY } from '@spichlerz/shared/words/figures';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { countriesQuery } from '../../api/reference.ts';
import { useCountryName } from '../../components/field/use-country-name.ts';
import { renderInApp } from '../../testing/render-in-app.tsx';
import { carrierFieldDescriptions, NEW_CARRIER } from './carriers/carrier-form-values.ts';
import { NEW_CONTRACTOR } from './contractor-form-values.ts';
import { contractorFieldDescriptions } from './contractor-texts.ts';

afterEach(cleanup);

function Example() {
  const countryName = useCountryName();
  const contractor = contractorFieldDescriptions('purchase', countryName).countryCode;
  const carrier = carrierFieldDescriptions(countryName).countryCode;
  const shown = [
    contractor.show('PL', NEW_CONTRACTOR),
    carrier.show('DE', NEW_CARRIER),
    carrier.show('CZ', NEW_CARRIER),
    carrier.show(null, NEW_CARRIER),
  ];
  return <p>{shown.join(', ')}</p>;
}

test('the lists of changes of contractors and carriers name the country, and show the code of an unknown country', async () => {
  renderInApp(Example, (client) =>
    client.setQueryData(countriesQuery.queryKey, [
      { code: 'PL', name: 'Polska' },
      { code: 'DE', name: 'Niemcy' },
    ] as never),
  );
  expect((await screen.findByText(/^Polska/)).textContent).toBe(`Polska, Niemcy, CZ, ${EMPTY}`);
});
