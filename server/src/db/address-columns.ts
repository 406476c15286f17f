type Address = {
  readonly city?: string | undefined;
  readonly street?: string | undefined;
  readonly buildingNumber?: string | undefined;
  readonly postCode?: string | undefined;
  readonly countryCode?: string | undefined;
};

/** The address columns that users, contractors and contracts share. */
export function addressColumns({ city, street, buildingNumber, postCode, countryCode }: Address) {
  return {
    city: city ?? null,
    street: street ?? null,
    building_number: buildingNumber ?? null,
    post_code: postCode ?? null,
    country_code: countryCode ?? null,
  };
}
