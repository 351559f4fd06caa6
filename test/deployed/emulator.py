"""The emulator of AWS, and what this service needs of AWS that it lacks. No precedent for the service, which runs unchanged on AWS.

Alarms on metric math are names only, and nothing rings. An event says whose API key its request had, as on AWS.
"""

from ministack.app import main
from ministack.services import apigateway_v1 as gateway
from ministack.services.cloudformation import provisioners

alarm = provisioners._RESOURCE_HANDLERS["AWS::CloudWatch::Alarm"]
create, update, delete = alarm["create"], alarm["update"], alarm["delete"]


def attributes(name):
    return name, {"Arn": f"arn:aws:cloudwatch:eu-central-1:000000000000:alarm:{name}"}


def create_name(logical_id, properties, stack):
    name = properties.get("AlarmName")
    return attributes(name or provisioners._physical_name(stack, logical_id, max_len=255))


def create_alarm(logical_id, properties, stack):
    make = create_name if "Metrics" in properties else create
    return make(logical_id, properties, stack)


def update_alarm(name, old, new, stack, logical_id=None):
    if "Metrics" in old or "Metrics" in new:
        return attributes(name)
    return update(name, old, new, stack, logical_id)


def delete_alarm(name, properties):
    if "Metrics" not in (properties or {}):
        delete(name, properties)


alarm.update(create=create_alarm, update=update_alarm, delete=delete_alarm)

build_event = gateway._build_lambda_event_v1


def build_event_with_key(*args, **options):
    event = build_event(*args, **options)
    headers = args[6]
    key = gateway._resolve_api_key(gateway._api_key_from_request(headers))
    if key:
        event["requestContext"]["identity"].update(apiKey=key["value"], apiKeyId=key["id"])
    return event


gateway._build_lambda_event_v1 = build_event_with_key

if __name__ == "__main__":
    main()
